import { Refusal } from "../../../../kernel/refusal.ts";

/** Calls the provider of an application with a timeout. Its errors become refusals, with the provider's message if it refused. */
export async function callOauthProvider<T>(
  { name, timeout }: { name: string; timeout: number },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Refusal("invalid_data", "it did not answer in time")));
  });
  try {
    // A plugin may ignore the signal.
    return await Promise.race([call(signal), late]);
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : "it failed";
    throw new Refusal("invalid_data", `The provider of ${name} gave no token: ${reason}`);
  }
}
