import type { TaxOfRate } from "../../selling/totals/index.ts";
import type { ShopDetails } from "../../shop/shop-details/index.ts";

export const paperKinds = ["invoice", "credit_note"] as const;
export type PaperKind = (typeof paperKinds)[number];

export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** The shop as it was when the paper was issued. */
export type Seller = Omit<ShopDetails, "invoice_prefix" | "first_invoice_number"> & { name: string };

export interface PaperLine {
  title: string;
  description: string | null;
  sku: string | null;
  quantity: number;
  /** Without tax, before discounts. */
  net: number;
  rates: number[];
}

/** What an invoice or a credit note says, without the buyer. Amounts of a credit note are those that went back. */
export interface PaperContent {
  currency_code: string;
  /** A text if a plugin chose it. */
  order_number: number | string;
  ordered_at: string;
  seller: Seller;
  lines: PaperLine[];
  shipping: { names: string[]; net: number };
  discount: { codes: string[]; net: number };
  taxes: TaxOfRate[];
  /** With taxes, before gift cards. */
  total: number;
  gift_cards: number;
  payments: { provider_id: string; captured_at: string | null; amount: number }[];
  /** Of a credit note. `refunded_before`: what earlier refunds had paid of these pieces; none on older papers. */
  credit: { invoice_number: string | null; note: string | null; refunded_before?: number } | null;
}

export interface Paper {
  id: string;
  order_id: string;
  kind: PaperKind;
  refund_id: string | null;
  shown_number: string;
  issued_at: string;
}
