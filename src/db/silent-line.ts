import type { Socket } from "node:net";
import type pg from "pg";
import type { Sql } from "./batch.ts";

/** What `pg` keeps of a client for itself. */
interface Inside {
  connection: { stream: Socket };
  _activeQuery: unknown;
}

/**
 * A network that swallows everything never says so: the operating system waits a quarter of an hour before it gives
 * up. A line on which nothing was heard for so long, though an answer is awaited, is cut here; what was asked fails
 * as on any other connection that breaks.
 */
export function cutWhenSilent(
  client: pg.ClientBase,
  ms: number,
  isAwaited: (query: unknown) => boolean = Boolean,
): void {
  const inside = client as unknown as Inside;
  const { stream } = inside.connection;
  stream.setTimeout(ms);
  stream.on("timeout", () => {
    if (!isAwaited(inside._activeQuery)) return;
    stream.destroy(Object.assign(new Error("The database does not answer."), { code: "ETIMEDOUT" }));
  });
}

/**
 * What PostgreSQL does when it is us who are silent. A process that is paused, or whose machine is gone, must not keep
 * its locks: its transaction is ended before anybody who waits for them gives up.
 */
export const sessionSettings = (ms: number): Sql => ({
  text: `select set_config('idle_in_transaction_session_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
    set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '60000', false)`,
  values: [String(Math.round((ms * 2) / 3)), String(Math.round((ms * 5) / 6))],
});
