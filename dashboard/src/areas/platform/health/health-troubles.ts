import type { Health } from "../system-queries.ts";

interface Trouble {
  name: "readOnly" | "migrations" | "replicas" | "deadJobs" | "slowQueue" | "webhooks" | "parked";
  count: number;
  /** Where something can be done about it. */
  to?: { path: "/system/jobs" | "/system/webhooks"; search: object };
}

/** A job that could have run for so long waits for a worker that is missing or stuck. */
const LONG_WAIT = 5 * 60_000;

const waitedLong = ({ oldest_waiting_at }: Health["queue"]) =>
  oldest_waiting_at !== null && Date.now() - Date.parse(oldest_waiting_at) > LONG_WAIT;

/** What an operator should look at. */
export function troublesOf({ database, replicas, queue, webhooks, parked_events }: Health): Trouble[] {
  const possible: Trouble[] = [
    { name: "readOnly", count: database.state === "ok" ? 0 : 1 },
    { name: "migrations", count: database.pending_migrations.length },
    { name: "replicas", count: replicas.filter(({ is_in_use }) => !is_in_use).length },
    { name: "deadJobs", count: queue.dead, to: { path: "/system/jobs", search: { state: "dead" } } },
    {
      name: "slowQueue",
      count: waitedLong(queue) ? queue.waiting : 0,
      to: { path: "/system/jobs", search: { state: "waiting" } },
    },
    { name: "webhooks", count: webhooks.failing, to: { path: "/system/webhooks", search: {} } },
    { name: "parked", count: parked_events },
  ];
  return possible.filter(({ count }) => count > 0);
}
