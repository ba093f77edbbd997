/**
 * The reason that a mail server gives, without the login of the shop: servers repeat names, and a reason is stored, logged and shown.
 */
export function reasonWithoutLogin(error: unknown, url: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  return secretsIn(url).reduce((text, secret) => text.split(secret).join("***"), reason);
}

/** Name and password, as they are in the setting, decoded, and as they are sent to the server. */
function secretsIn(url: string): string[] {
  const { username, password } = new URL(url);
  const texts = [password, username].filter((text) => text !== "");
  const plain = texts.map(decoded);
  const sent = [...plain, `\0${plain.at(-1)}\0${plain[0]}`].map((text) =>
    Buffer.from(text).toString("base64"),
  );
  // The longest first: a part of it must not hide the rest from the search.
  return [...texts, ...plain, ...sent]
    .filter((text) => text.length > 2)
    .sort((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
