import type pg from "pg";
import { activeQueryOf, socketOf } from "./pg-protocol-adapter.ts";

const SOCKET_ERRORS = ["ECONNRESET", "EPIPE", "ETIMEDOUT"];

/**
 * Codes that PostgreSQL sends before it closes a connection: trouble with the connection (08), a shutdown or crash (57P),
 * a transaction that took too long (25P03, 25P04). The severity alone is not enough: it is in the server's language.
 */
const CLOSING = /^(08|57P|25P03|25P04)/;

/** Whether the connection is lost, so that the outcome of its last statements is unknown. */
export function isConnectionError(error: unknown): boolean {
  const { code = "", severity } = error as NodeJS.ErrnoException & { severity?: string };
  if (severity !== undefined) return severity === "FATAL" || severity === "PANIC" || CLOSING.test(code);
  return SOCKET_ERRORS.includes(code);
}

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
 * The settings of PostgreSQL for a process that does not answer. A paused process, or one whose machine is gone, must not
 * hold its locks: its transaction ends before the transactions that wait for the locks time out.
 */
export const sessionTimeouts = (ms: number) => ({
  text: `select set_config('idle_in_transaction_session_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
    set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '60000', false)`,
  values: [String(Math.round((ms * 2) / 3)), String(Math.round((ms * 5) / 6))],
});
