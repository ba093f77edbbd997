import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "../../kernel/refusal.ts";
import type { Sql } from "./batch.ts";

const context = new AsyncLocalStorage<number>();
let active = 0;

/** Each message to the database that `start` causes is ended after this time, until `leaveStatementLimit`. */
export function enterStatementLimit(milliseconds: number, start: () => void): void {
  active++;
  context.run(milliseconds, start);
}

/** As for actors (actor-context.ts), the context is disabled when no request needs it. */
export function leaveStatementLimit(): void {
  active--;
  if (active === 0) context.disable();
}

// Until the end of the message, which is a transaction of its own.
const LIMIT = "select set_config('statement_timeout', $1, true)";

export function withStatementLimit(statements: readonly Sql[]): readonly Sql[] {
  const milliseconds = active === 0 ? undefined : context.getStore();
  if (milliseconds === undefined) return statements;
  return [{ name: "statement-limit", text: LIMIT, values: [String(milliseconds)] }, ...statements];
}

export const isStatementLimit = ({ text }: Sql): boolean => text === LIMIT;

const CANCELED = "57014";

/** The error of a statement that took longer than its limit. */
export const isLimitError = (error: unknown, sent: readonly Sql[]): boolean =>
  isStatementLimit(sent[0]!) && (error as { code?: string }).code === CANCELED;

export const tooExpensive = () =>
  new Refusal(
    "unexpected_state",
    "This takes the database too long: send a longer q, a smaller limit, or fewer fields and relations.",
    "too_expensive",
  );
