import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedDatabase } from "../db/embedded/index.ts";

const PAUSES = [0, 1_000, 2_000, 5_000, 10_000];
/** Who has run for so long has not ended for the same reason as the time before. */
const CALM = 60_000;

/**
 * A PostgreSQL that was killed, by somebody or for want of memory, is started again; requests are answered with 503
 * until then. One that ends again and again is lost: then it is better to end, and to say why.
 */
export function keepEmbedded(embedded: EmbeddedDatabase, onLost: (reason: string) => void): void {
  let pauses = [...PAUSES];
  let startedAt = performance.now();

  const start = async (reason: string): Promise<void> => {
    const pause = pauses.shift();
    if (pause === undefined) return onLost(reason);
    await delay(pause);
    try {
      await embedded.revive();
      startedAt = performance.now();
      console.error("tradewind: the embedded database runs again");
    } catch (error) {
      await start((error as Error).message);
    }
  };

  embedded.onUnexpectedExit((reason) => {
    if (performance.now() - startedAt > CALM) pauses = [...PAUSES];
    console.error(`tradewind: ${reason.split("\n")[0]}; it is started again`);
    void start(reason);
  });
}
