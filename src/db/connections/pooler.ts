import pg from "pg";

/** How an address leads to PostgreSQL. */
export interface Pooling {
  /** Whether a pooler gives each transaction any connection to the server. Then a session has no state of its own. */
  isShared: boolean;
  /** Whether named statements work. False for PgBouncer before 1.21 in transaction mode. */
  carriesNames: boolean;
}

const TIMEOUT = 10_000;

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function serverOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

/** Finds out with two connections. Changes nothing. */
export async function poolingOf(url: string): Promise<Pooling> {
  const one = await connected(url);
  try {
    const other = await connected(url);
    try {
      const isShared = await isSharing(one, other);
      return { isShared, carriesNames: !isShared || (await isCarryingNames(one, other)) };
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

/** Two sessions never have the same server process, and a session never changes its own. */
async function isSharing(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await serverOf(other);
  await one.query("begin");
  try {
    return (await serverOf(one)) === before || (await serverOf(other)) !== before;
  } finally {
    await one.query("rollback");
  }
}

const NAME = "tradewind_pooler_check";
const EXISTS_OR_MISSING = ["42P05", "26000"];
const ROUNDS = 3;

/** A pooler that does not know names passes on a second definition to a connection that has the first one. */
async function isCarryingNames(one: pg.Client, other: pg.Client): Promise<boolean> {
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const client of [one, other]) await client.query({ name: NAME, text: "select 1" });
    }
    return true;
  } catch (error) {
    if (EXISTS_OR_MISSING.includes((error as pg.DatabaseError).code ?? "")) return false;
    throw error;
  } finally {
    // It would stay in the connection to the server. A pooler that carries names has another one there.
    await one.query(`deallocate ${NAME}`).catch(() => {});
  }
}
