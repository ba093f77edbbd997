import pg from "pg";

// Of sessions of other roles PostgreSQL shows the name only, unless this role may read all statistics.
const DESCRIBED = `concat('process ', pid, ' (', concat_ws(', ', coalesce(nullif(application_name, ''), 'without a name'),
  'role ' || usename, state || ' for ' || round(extract(epoch from clock_timestamp() - xact_start)) || ' s'), ')')`;

const SHOWN = 3;

const described = async (
  client: pg.Client,
  condition: string,
  values: unknown[] = [],
): Promise<string | null> => {
  const { rows } = await client.query<{ text: string }>(
    `select ${DESCRIBED} as text from pg_stat_activity where pid <> pg_backend_pid() and ${condition}
     order by xact_start nulls last limit ${SHOWN}`,
    values,
  );
  return rows.length === 0 ? null : rows.map(({ text }) => text).join(", ");
};

/** The sessions that use tables of the schema public, the longest transaction first; null if there are none. */
export const usersOfTables = (client: pg.Client): Promise<string | null> =>
  described(
    client,
    `datname = current_database() and pid in (select pid from pg_locks join pg_class on pg_class.oid = relation
       where granted and relnamespace = 'public'::regnamespace
         and pg_locks.database = (select oid from pg_database where datname = current_database()))`,
  );

/** The sessions that a process of the server waits for; null if it waits for none. */
export async function blockersOf(client: pg.Client, process: number): Promise<string | null> {
  const sessions = await described(client, "pid = any(pg_blocking_pids($1))", [process]);
  if (sessions !== null) return sessions;
  // PostgreSQL gives a transaction without a session the process 0.
  const { rows } = await client.query("select where 0 = any(pg_blocking_pids($1))", [process]);
  return rows.length > 0 ? "a prepared transaction (see pg_prepared_xacts)" : null;
}

/** A second connection to the same database. */
export async function connectedBeside(first: pg.Client): Promise<pg.Client> {
  const { host, port, user, password, database, ssl } = first;
  const place = { host, port, user, password, database, ssl };
  const client = new pg.Client({ ...place, application_name: "tradewind-adopt watch" });
  client.on("error", () => {});
  await client.connect();
  return client;
}
