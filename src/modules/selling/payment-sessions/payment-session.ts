import type { Metadata } from "../../../kernel/metadata.ts";

/** A payment that is being prepared at a provider. */
export interface PaymentSession {
  id: string;
  provider_id: string;
  is_selected: boolean | null;
  is_initiated: boolean;
  status: "authorized" | "pending" | "requires_more" | "error" | "canceled";
  data: Metadata;
  amount: number | null;
}
