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
