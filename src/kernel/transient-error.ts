/**
 * Codes of PostgreSQL for errors that are not the fault of the request: the connection broke (08), authentication failed
 * (28), the database or its tables are missing, as while a backup is restored (3D, 3F, 42P01), conflicts with other
 * transactions at every attempt (40), no resources (53), canceled, starting or shutting down (57), a disk error (58), no
 * writes allowed (25006), an idle or long transaction ended (25P03, 25P04), a lock timeout (55P03).
 */
const TRANSIENT = /^(08|28|3D|3F|40|53|57|58|25006|25P03|25P04|42P01|55P03)/;

const CONNECTION = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
];

interface Thrown {
  code?: string;
  severity?: string;
  syscall?: string;
}

const thrown = (error: unknown): Thrown => (error ?? {}) as Thrown;

/** Whether PostgreSQL reported the error, and not the network. */
export const isDatabaseError = (error: unknown): boolean => thrown(error).severity !== undefined;

/** Whether the same request to the database may succeed later. */
export function isTransientError(error: unknown): boolean {
  const { code = "", syscall } = thrown(error);
  if (isDatabaseError(error)) return TRANSIENT.test(code);
  // A missing socket, but not any missing file.
  return CONNECTION.includes(code) || (code === "ENOENT" && syscall === "connect");
}

/** From a standby, or a server that is set to read-only. */
export const isReadOnlyError = (error: unknown): boolean =>
  isDatabaseError(error) && thrown(error).code === "25006";
