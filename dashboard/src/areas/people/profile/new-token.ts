/** A random secret, in the form of those of the command line. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes));
  return `tw_${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}
