/**
 * What PostgreSQL says when the request itself may be fine: the connection broke (08), others were quicker every time (40),
 * it takes no writes (25006), a transaction stood idle or took too long (25P03, 25P04), it does not know us (28), the
 * database or its tables are not there, as while a backup is restored (3D, 3F, 42P01), it has no room (53), a lock was
 * held for too long (55P03), it was told to stop, is starting or has canceled the statement (57), the disk fails (58).
 */
const PASSING = /^(08|28|3D|3F|40|53|57|58|25006|25P03|25P04|42P01|55P03)/;

const BROKEN = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
];

const BROKEN_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/;

interface Thrown {
  code?: string;
  message?: string;
  severity?: string;
  syscall?: string;
}

const thrown = (error: unknown): Thrown => (error ?? {}) as Thrown;

/** Whether PostgreSQL itself said that, and not the way to it. */
export const isOfDatabase = (error: unknown): boolean => thrown(error).severity !== undefined;

/** Whether the database cannot do now what it could do later. */
export function isPassingTrouble(error: unknown): boolean {
  const { code = "", message = "", syscall } = thrown(error);
  if (isOfDatabase(error)) return PASSING.test(code);
  // A socket that is not there; a file that is missing is another matter.
  if (BROKEN.includes(code) || (code === "ENOENT" && syscall === "connect")) return true;
  return BROKEN_MESSAGE.test(message);
}

/** A standby, or a server that was told to take no writes. */
export const isReadOnly = (error: unknown): boolean => isOfDatabase(error) && thrown(error).code === "25006";
