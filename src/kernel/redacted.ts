const isSecret = (key: string) => /token|secret|password|api_?key/i.test(key);

/** The code of a gift card is money. */
const isCode = (key: string, value: unknown) => key === "gift_card" && typeof value === "string";

/**
 * The data of an event without secrets that a plugin may have announced. For admins who read the log, and for webhooks.
 */
export function redacted(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      (isSecret(key) && value !== null) || isCode(key, value) ? "[redacted]" : withoutSecrets(value),
    ]),
  );
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return typeof value === "object" && value !== null ? redacted(value as Record<string, unknown>) : value;
}

// Shorter texts are no secrets: `token_type` is one of a few words.
const SHORTEST_SECRET = 16;

/** The secrets in the data of an event, by name. */
export const secretsOf = (data: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, string] =>
        isSecret(entry[0]) && typeof entry[1] === "string" && entry[1].length >= SHORTEST_SECRET,
    ),
  );

const placeFor = (name: string) => `[private:${name}]`;

/** A text, or the texts in JSON, with a placeholder instead of each secret. */
export const hiddenIn = <T>(value: T, secrets: Record<string, string>): T =>
  replacedIn(
    value,
    Object.entries(secrets).map(([name, secret]) => [secret, placeFor(name)]),
  ) as T;

/** The same with the secrets in their places again. */
export const shownIn = <T>(value: T, secrets: Record<string, string>): T =>
  replacedIn(
    value,
    Object.entries(secrets).map(([name, secret]) => [placeFor(name), secret]),
  ) as T;

function replacedIn(value: unknown, pairs: readonly (readonly [string, string])[]): unknown {
  if (typeof value === "string") return pairs.reduce((text, [from, to]) => text.split(from).join(to), value);
  if (Array.isArray(value)) return value.map((each) => replacedIn(each, pairs));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replacedIn(each, pairs)]));
}
