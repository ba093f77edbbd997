import type { Ended } from "./servers.ts";
import { type Place, tradewind } from "./servers.ts";

/** `tradewind adopt …` as a process, to its end. Fails unless it says that all is well. */
export async function adopt(place: Place, databaseUrl: string, ...options: string[]): Promise<string> {
  const { code, signal, output }: Ended = await tradewind(place, databaseUrl, ["adopt", ...options]).ended;
  if (code !== 0)
    throw new Error(
      `tradewind adopt ${options.join(" ")} ended with ${code ?? signal}:\n${output.slice(-3000)}`,
    );
  return output;
}
