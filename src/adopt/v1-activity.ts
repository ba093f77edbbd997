import type pg from "pg";

// Connections of Tradewind have its name. v1 gives its own none.
const SESSIONS = `
  select count(*)::int as count, usename as role, coalesce(nullif(application_name, ''), 'without a name') as name,
    coalesce(host(client_addr), 'this machine') as host,
    round(extract(epoch from clock_timestamp() - max(state_change)))::int as seconds
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and application_name not like 'tradewind%'
  group by 2, 3, 4 order by 1 desc, 2, 3 limit 5`;

interface Session {
  count: number;
  role: string;
  name: string;
  host: string;
  seconds: number | null;
}

// Orders of Tradewind have an event. Those of v1 get theirs when the adoption is finished.
const ORDERS = `
  select count(*)::int as count, round(extract(epoch from now() - max(created_at)) / 60)::int as minutes
  from public."order" placed
  where created_at > now() - interval '1 day' and not exists (select from tradewind.event
    where entity_id = placed.id and name = 'order.placed')`;

interface Orders {
  count: number;
  minutes: number | null;
}

/** What looks like a v1 that still runs on the database: a sentence for each sign. */
export async function signsOfV1(client: pg.Client): Promise<string[]> {
  const sessions = (await client.query<Session>(SESSIONS)).rows;
  const [orders] = (await client.query<Orders>(ORDERS)).rows;
  return [
    ...sessions.map(
      ({ count, role, name, host, seconds }) =>
        `${count === 1 ? "1 connection" : `${count} connections`} of the role ${role} from ${host} (${name})${seconds === null ? "" : `, last used ${seconds} s ago`}.`,
    ),
    ...(orders && orders.count > 0
      ? [
          `${orders.count === 1 ? "1 order" : `${orders.count} orders`} of the last 24 hours came from v1, the last one ${orders.minutes} minutes ago.`,
        ]
      : []),
  ];
}
