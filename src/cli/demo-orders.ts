import type { Config } from "../config.ts";
import { ORDERS } from "../demo/orders/order-plan.ts";
import { loadDemoOrders } from "./demo.ts";

/** Work that runs in the background of the server. */
export interface BackgroundWork {
  stop(): Promise<void>;
}

/**
 * Creates the orders of the demo shop while the server already answers requests. If the server stops before they are complete,
 * its next start creates the rest.
 */
export function makeDemoOrders(opened: { url: string }, config: Config): BackgroundWork {
  const stopping = new AbortController();
  const made = loadDemoOrders(opened, config, stopping.signal).then(
    (isMade) => {
      if (isMade) console.log(`  Demo shop   ${ORDERS} orders of the last 90 days are complete\n`);
    },
    (error: Error) => {
      if (stopping.signal.aborted) return;
      console.error(`tradewind: the orders of the demo shop are incomplete (${error.message})`);
    },
  );
  return {
    stop: () => {
      stopping.abort();
      return made;
    },
  };
}
