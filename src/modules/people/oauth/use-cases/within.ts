import { Refusal } from "../../../../kernel/refusal.ts";

/**
 * Runs a call to the provider of an application for so long at most. Whatever goes wrong there is no fault of ours:
 * the administrator is told, in words that the provider's side chose for them, or in general ones.
 */
export async function within<T>(
  { name, timeout }: { name: string; timeout: number },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Refusal("invalid_data", "it did not answer in time")));
  });
  try {
    // A plugin may not heed the signal.
    return await Promise.race([call(signal), late]);
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : "it failed";
    throw new Refusal("invalid_data", `The provider of ${name} gave no token: ${reason}`);
  }
}
