import { redacted } from "../../../kernel/redacted.ts";

/** A request by which a user changed something. */
export interface AuditEntry {
  userId: string;
  requestId: string;
  method: string;
  path: string;
  ip: string;
  body: Record<string, unknown> | null;
}

const MAX_BODY_LENGTH = 20_000;

/** The request body without secrets; of a very long body only its length. */
export function loggedBody(body: unknown): Record<string, unknown> | null {
  if (typeof body !== "object" || body === null || Object.keys(body).length === 0) return null;
  const withoutSecrets = redacted(body as Record<string, unknown>);
  const { length } = JSON.stringify(withoutSecrets);
  return length > MAX_BODY_LENGTH ? { "[too long]": `${length} characters` } : withoutSecrets;
}
