import pg from "pg";
import { QUEUE_SCHEMA } from "./queue.ts";

/** The newest migration of this version of graphile-worker. */
const VERSION = 19;

/** Creates or migrates the tables of the job queue. Processes may call it concurrently. Loads the library only if needed. */
export async function installQueue(connection: pg.PoolConfig): Promise<void> {
  if (await isUpToDate(connection)) return;
  const { Logger, runMigrations } = await import("./queue-library.ts");
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await runMigrations({ pgPool: pool, schema: QUEUE_SCHEMA, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

async function isUpToDate(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const table = await client.query("select to_regclass($1) is not null as exists", [
      `${QUEUE_SCHEMA}.migrations`,
    ]);
    if (!table.rows[0].exists) return false;
    const { rows } = await client.query(`select max(id) as version from ${QUEUE_SCHEMA}.migrations`);
    return rows[0].version >= VERSION;
  } finally {
    await client.end();
  }
}
