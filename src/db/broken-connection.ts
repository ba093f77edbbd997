const BROKEN = ["ECONNRESET", "EPIPE", "ETIMEDOUT"];

/**
 * What PostgreSQL says before it hangs up: trouble with the connection (08), a shutdown or crash (57P), a transaction that
 * took too long (25P03, 25P04). Its own word for how bad it is would be in the language of the server.
 */
const LAST_WORDS = /^(08|57P|25P03|25P04)/;

/** Whether the connection broke, so that nobody knows what became of what was asked. */
export function isBroken(error: unknown): boolean {
  const { code, severity, message } = error as NodeJS.ErrnoException & { severity?: string };
  if (severity !== undefined)
    return severity === "FATAL" || severity === "PANIC" || LAST_WORDS.test(code ?? "");
  return BROKEN.includes(code ?? "") || /Connection terminated|is not queryable/.test(message ?? "");
}
