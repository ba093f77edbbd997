/** A problem a person can solve: the command line prints the message without a stack. */
export class EmbeddedProblem extends Error {
  override name = "EmbeddedProblem";
}

export const USE_OWN_DATABASE =
  "Set DATABASE_URL to use a PostgreSQL of your own, for example postgres://user:password@host:5432/shop.";

const causes: Record<string, string> = {
  EACCES: "the current user may not do this there",
  EPERM: "the current user may not do this there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  // Node also reports this for a folder that cannot be created on a read-only file system.
  ENOENT: "something is missing there, or the file system is read-only",
  EEXIST: "it is a file, not a folder",
  ENOTDIR: "a part of the path is a file, not a folder",
  ENAMETOOLONG: "the path is too long",
  EBUSY: "it is in use, perhaps as a mount point",
  EINVAL: "the system refused it",
};

/** What a failed call of the operating system means; undefined for a fault in the code. */
export const machineCause = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : causes[code];

/** Failures of the machine (rights, disk) become a problem with advice; faults in the code stay what they are. */
export function asProblem(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const cause = machineCause(code);
  if (error instanceof EmbeddedProblem || cause === undefined) return error;
  return new EmbeddedProblem(
    `The embedded database cannot use ${folder}: ${cause} (${message}). ` +
      `Solve this or choose another folder with TRADEWIND_DATA_DIR. ${USE_OWN_DATABASE}`,
    { cause: error },
  );
}
