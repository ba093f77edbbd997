import { Refusal } from "../kernel/refusal.ts";
import type { FulfillmentProvider } from "./ports/fulfillment.ts";

/** Somebody packs and ships by hand: nothing is booked anywhere, prices are flat rates. */
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
