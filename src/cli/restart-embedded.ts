import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedDatabase } from "../db/embedded/index.ts";

const PAUSES = [0, 1_000, 2_000, 5_000, 10_000];
/** After running this long, the next exit is not counted as a repeated failure. */
const STABLE_AFTER = 60_000;

/**
 * Restarts a PostgreSQL that was killed, e.g. because the machine had no memory left. Requests get 503 until then. After repeated
 * failures it stops trying and calls `onLost` with the reason.
 */
export function restartEmbedded(embedded: EmbeddedDatabase, onLost: (reason: string) => void): void {
  let pauses = [...PAUSES];
  let startedAt = performance.now();

  const start = async (reason: string): Promise<void> => {
    const pause = pauses.shift();
    if (pause === undefined) return onLost(reason);
    await delay(pause);
    try {
      await embedded.revive();
      startedAt = performance.now();
      console.error("tradewind: the embedded database is running again");
    } catch (error) {
      await start((error as Error).message);
    }
  };

  embedded.onUnexpectedExit((reason) => {
    if (performance.now() - startedAt > STABLE_AFTER) pauses = [...PAUSES];
    console.error(`tradewind: ${reason.split("\n")[0]}; restarting it`);
    void start(reason);
  });
}
