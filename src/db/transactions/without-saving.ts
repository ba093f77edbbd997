/** Thrown within a transaction, it rolls it back. */
class RolledBack<Result> extends Error {
  constructor(readonly result: Result) {
    super("Nothing of this is saved");
  }
}

/**
 * What a transaction finds out and does not save: its work calls `end` with the result as the last thing that it does. Work
 * that returns without it is a mistake.
 */
export async function withoutSaving<Result>(
  transaction: (end: (result: Result) => never) => Promise<never>,
): Promise<Result> {
  try {
    return await transaction((result) => {
      throw new RolledBack(result);
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result;
    throw error;
  }
}
