import type { Rules } from "../../../plugins/rules/rules.ts";

/** The market and customer that prices are selected for. */
export interface PriceFacts {
  region: {
    id: string;
    tax_rate: number;
    automatic_taxes: boolean;
  } | null;
  currency: { code: string; includes_tax: boolean } | null;
  customer_group_ids: readonly string[];
  /** With an account. */
  customer_id?: string | null;
  /** Of a cart. */
  sales_channel_id?: string | null;
  /** With the choice of a plugin, if there is one. Absent: as the shop selects. */
  rules?: Rules | undefined;
}

/** The facts of a request that shows prices. */
export interface RequestPriceFacts extends PriceFacts {
  /** Whether the request has a region, currency or cart. If not, no price is selected. */
  hasPriceSelector: boolean;
}
