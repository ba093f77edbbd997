export const SECONDS = 10;

export class TooLate extends Error {}

/** A module that is not there after ten seconds is given up. */
export function withinTime<Result>(loading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`not loaded within ${SECONDS} seconds`)), SECONDS * 1000);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
