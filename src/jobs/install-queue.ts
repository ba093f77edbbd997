import pg from "pg";
import { QUEUE_SCHEMA } from "./queue.ts";

/** The last change of the queue's tables that this version of graphile-worker has. */
const VERSION = 19;

/**
 * Makes the tables of the job queue, or brings them up to date. Any number of processes may call it at once. The
 * library is loaded only when there is something to do.
 */
export async function installQueue(connection: pg.PoolConfig): Promise<void> {
  if (await isUpToDate(connection)) return;
  const { Logger, runMigrations } = await import("graphile-worker");
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
