import { invalid, Refusal } from "../kernel/refusal.ts";

export interface Asked {
  /** What to say when it goes wrong: `The carrier gave no options`; the reason follows. */
  failure: string;
  /** The reason when no answer comes; where it matters, what may have happened all the same. */
  whenLate?: string;
  /** In milliseconds. */
  timeout?: number;
}

const PATIENCE = 10_000;

/** The provider said nothing in time: it may have done what it was asked for, or may still do it. */
export class NoAnswer extends Refusal {}

/** Payment services are asked several times before they count as out of reach. */
export const PAYMENT_PATIENCE = 35_000;

/**
 * Calls a provider, which may be slow or fail; never while a row is locked. Whatever goes wrong there is no fault of
 * ours: the administrator is told, in words that the provider chose for them (a refusal), or in general ones.
 */
export async function askProvider<T>(asked: Asked, call: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = asked.whenLate ?? "it did not answer in time";
    timer = setTimeout(
      () => reject(new NoAnswer("invalid_data", `${asked.failure}: ${reason}`)),
      asked.timeout ?? PATIENCE,
    );
  });
  try {
    return await Promise.race([(async () => call())(), late]);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    const reason = error instanceof Refusal ? error.message : "it failed";
    throw invalid(`${asked.failure}: ${reason}`);
  } finally {
    clearTimeout(timer);
  }
}
