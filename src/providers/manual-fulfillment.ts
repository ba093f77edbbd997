import { Refusal } from "../kernel/refusal.ts";
import type { FulfillmentProvider } from "./ports/fulfillment.ts";

/** The shop ships by itself: no carrier is called, prices are flat rates. */
export const manualFulfillment: FulfillmentProvider = {
  id: "manual",
  isLocal: true,
  options: async () => [{ id: "manual-fulfillment" }, { id: "manual-fulfillment-return", is_return: true }],
  validateOption: async () => true,
  validateData: async (_optionData, data) => data,
  canCalculate: async () => false,
  calculatePrice: async () => {
    throw new Refusal("not_allowed", "The manual fulfillment provider does not calculate prices.");
  },
  createFulfillment: async () => ({}),
  cancelFulfillment: async () => {},
  createReturn: async () => ({}),
  documents: async () => [],
};
