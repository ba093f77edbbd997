import type pg from "pg";
import type { Sql } from "./batch.ts";
import { activeQueryOf, socketOf } from "./pg-protocol-adapter.ts";

/**
 * Closes the connection when an answer of the server is overdue. Without it, a network that drops every packet is
 * noticed only when the operating system gives up, after about 15 minutes. The query fails as on any other connection
 * that breaks.
 */
export function closeWhenUnanswered(
  client: pg.ClientBase,
  ms: number,
  hasTimeout: (query: unknown) => boolean = Boolean,
): void {
  const socket = socketOf(client);
  socket.setTimeout(ms);
  socket.on("timeout", () => {
    if (!hasTimeout(activeQueryOf(client))) return;
    socket.destroy(Object.assign(new Error("The database does not answer."), { code: "ETIMEDOUT" }));
  });
}

/**
 * The other direction: what PostgreSQL does when this process does not answer. A paused process, or one whose machine is
 * gone, must not keep its locks: its transaction ends before those who wait for the locks give up.
 */
export const sessionTimeouts = (ms: number): Sql => ({
  text: `select set_config('idle_in_transaction_session_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
    set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '60000', false)`,
  values: [String(Math.round((ms * 2) / 3)), String(Math.round((ms * 5) / 6))],
});
