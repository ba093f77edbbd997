const isSecret = (key: string) => /token|secret|password|api_?key/i.test(key);

/**
 * The data of an event without the secrets of its addressee, such as the token of a password reset. For admins who
 * read the log, and for receivers of all events.
 */
export function redacted(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      isSecret(key) && value !== null ? "[redacted]" : withoutSecrets(value),
    ]),
  );
}

/** Null stands for no secret. */
export const hasSecrets = (data: Record<string, unknown>): boolean =>
  JSON.stringify(redacted(data)) !== JSON.stringify(data);

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return typeof value === "object" && value !== null ? redacted(value as Record<string, unknown>) : value;
}
