import { invalid, Refusal } from "../../../kernel/refusal.ts";

/**
 * Runs a call to a provider for so long at most. Whatever goes wrong there is no fault of ours: the administrator is
 * told, in words that the provider chose for them (a refusal), or in general ones.
 */
export async function within<T>(
  { provider, timeout }: { provider: string; timeout: number },
  call: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = "it did not answer in time, and may have sent it or not";
    timer = setTimeout(() => reject(invalid(reason)), timeout);
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : "it failed";
    throw invalid(`The notification provider ${provider} did not send the message again: ${reason}`);
  } finally {
    clearTimeout(timer);
  }
}
