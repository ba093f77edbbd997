import type { Health } from "../system-queries.ts";

interface Trouble {
  name:
    | "readOnly"
    | "migrations"
    | "replicas"
    | "deadJobs"
    | "slowQueue"
    | "webhooks"
    | "parked"
    | "noMails"
    | "mailsFail";
  count: number;
  /** The shop sells, and something does not reach its customers. */
  isWarning?: boolean;
  /** Where something can be done about it. */
  to?: { path: "/system/jobs" | "/system/webhooks" | "/settings/mails"; search: object };
}

/** A job that could have run for so long waits for a worker that is missing or stuck. */
const LONG_WAIT = 5 * 60_000;

const waitedLong = ({ oldest_waiting_at }: Health["queue"]) =>
  oldest_waiting_at !== null && Date.now() - Date.parse(oldest_waiting_at) > LONG_WAIT;

const MAILS = { path: "/settings/mails", search: {} } as const;

/** What an operator should look at. */
export function troublesOf({ database, replicas, queue, webhooks, parked_events, mails }: Health): Trouble[] {
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
    { name: "noMails", count: mails.state === "none" ? 1 : 0, isWarning: true, to: MAILS },
    {
      name: "mailsFail",
      count: mails.state === "failing" ? Math.max(mails.failed, 1) : 0,
      isWarning: true,
      to: MAILS,
    },
  ];
  return possible.filter(({ count }) => count > 0);
}

export function verdictOf(troubles: readonly Trouble[]): "healthy" | "warned" | "unhealthy" {
  if (troubles.length === 0) return "healthy";
  return troubles.every(({ isWarning }) => isWarning) ? "warned" : "unhealthy";
}
