import { redacted } from "../../../kernel/redacted.ts";

/** What is kept of a request that changed something. */
export interface AuditEntry {
  userId: string;
  requestId: string;
  method: string;
  path: string;
  ip: string;
  body: Record<string, unknown> | null;
}

// Whoever sends a whole catalogue at once will find it there.
const LONGEST_BODY = 20_000;

/** What was sent without its secrets; only how long it was where it was very long. */
export function keptBody(body: unknown): Record<string, unknown> | null {
  if (typeof body !== "object" || body === null || Object.keys(body).length === 0) return null;
  const kept = redacted(body as Record<string, unknown>);
  const { length } = JSON.stringify(kept);
  return length > LONGEST_BODY ? { "[too long]": `${length} characters` } : kept;
}
