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

/** `outdated`: another request changed the session at its provider at the same time. `gone`: the session was deleted. */
export type OpeningOutcome = "saved" | "outdated" | "gone";

/** If the response was not saved, reads the session to find out why. */
export async function openingOutcome(
  saved: readonly unknown[],
  readSession: () => Promise<readonly { is_paid: boolean }[]>,
): Promise<OpeningOutcome> {
  if (saved.length > 0) return "saved";
  const [found] = await readSession();
  if (!found) return "gone";
  return found.is_paid ? "saved" : "outdated";
}
