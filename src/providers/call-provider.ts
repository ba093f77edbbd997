import { refuseJoined } from "../db/transactions/joined-transaction.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";

export interface ProviderCall {
  /** Start of the error message, e.g. `The carrier gave no options`; the reason follows. */
  failure: string;
  /** The reason after a timeout. Where it matters, it states what may have happened at the provider. */
  timeoutReason?: string;
  /** In milliseconds. */
  timeout?: number;
}

const DEFAULT_TIMEOUT = 10_000;

/** The provider did not answer in time. It may have done the work, or may still do it. */
export class ProviderTimeout extends Refusal {}

/** Longer than the default: clients of payment services retry on their own. */
export const PAYMENT_TIMEOUT = 35_000;

/**
 * Calls a provider, which may be slow or fail. Only a provider with `isLocal` may be called while a row is locked. An error of
 * a provider is not an error of this server: it becomes a refusal, with the provider's message if the provider threw a refusal.
 */
export async function callProvider<T>(options: ProviderCall, call: () => T | Promise<T>): Promise<T> {
  refuseJoined("A call of a provider");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = options.timeoutReason ?? "it did not answer in time";
    timer = setTimeout(
      () => reject(new ProviderTimeout("invalid_data", `${options.failure}: ${reason}`)),
      options.timeout ?? DEFAULT_TIMEOUT,
    );
  });
  try {
    return await Promise.race([(async () => call())(), late]);
  } catch (error) {
    if (error instanceof ProviderTimeout) throw error;
    const reason = error instanceof Refusal ? error.message : "it failed";
    throw invalid(`${options.failure}: ${reason}`);
  } finally {
    clearTimeout(timer);
  }
}
