import pg from "pg";

/** A move that cannot be made or completed: printed without a stack trace. */
export class MoveProblem extends Error {}

/** Connections to the old and the new database. */
export interface Sides {
  source: pg.Client;
  target: pg.Client;
}

// A value has the same text on both sides, however the servers are configured. Names in definitions have their schema.
const SETTINGS = `
  set datestyle to 'ISO'; set intervalstyle to 'postgres'; set timezone to 'UTC'; set extra_float_digits to 3;
  set bytea_output to 'hex'; set search_path to ''; set row_security to off;
  set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`;

export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "tradewind move",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection also fails the running query; without a listener it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  await client.query(SETTINGS);
  return client;
}

export const rowsOf = async <Row>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query(text, values)).rows as Row[];
