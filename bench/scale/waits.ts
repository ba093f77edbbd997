import pg from "pg";

/** Milliseconds between two looks at what the connections do. */
const LOOK_EVERY = 20;

/** Those that run a statement or a commit, and what they wait for: nothing is named CPU. */
const LOOK = `select coalesce(wait_event_type || ' ' || wait_event, 'CPU') as event, count(*)::int as connections from pg_stat_activity
  where datname = $1 and backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid() group by 1`;

/** The average number of connections in each state while something else goes on. */
export async function waitsDuring<Result>(
  { url, database }: { url: string; database: string },
  work: () => Promise<Result>,
): Promise<{ result: Result; waits: [event: string, connections: number][] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const seen = new Map<string, number>();
  let looks = 0;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const { rows } = await client.query<{ event: string; connections: number }>(LOOK, [database]);
    for (const { event, connections } of rows) seen.set(event, (seen.get(event) ?? 0) + connections);
    looks++;
    isLooking = false;
  };
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY);
  try {
    const result = await work();
    const average = [...seen].map(([event, sum]): [string, number] => [event, sum / looks]);
    return { result, waits: average.sort(([, a], [, b]) => b - a) };
  } finally {
    clearInterval(timer);
    await client.end();
  }
}
