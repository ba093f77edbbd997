import type { Config } from "../config.ts";
import { ORDERS } from "../demo/orders/order-plan.ts";
import { loadDemoOrders } from "./demo.ts";

/** Work that goes on beside the server. */
export interface Beside {
  stop(): Promise<void>;
}

/**
 * The orders of the demo shop are made while the server answers already, so that nobody waits for them. What is not
 * done when the server stops, however it does, is done after its next start.
 */
export function makeDemoOrders(opened: { url: string }, config: Config): Beside {
  const stopping = new AbortController();
  const made = loadDemoOrders(opened, config, stopping.signal).then(
    (isMade) => {
      if (isMade) console.log(`  Demo shop   ${ORDERS} orders of the last 90 days are there\n`);
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
