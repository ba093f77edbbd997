import { notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";

/** A link with which the customer pays a cart. */
export interface PaymentLink {
  id: string;
  cart_id: string;
  created_at: Date;
  expires_at: Date;
}

export const addressOf = (site: string, token: string): string => `${site}/pay/${token}`;

export const isOver = ({ expires_at }: Pick<PaymentLink, "expires_at">, now: Date): boolean =>
  expires_at <= now;

interface PayableCart {
  id: string;
  type: string;
  email: string | null;
  completed_at: string | null;
}

/** What a link can be made for: drafts, swaps, and carts of customers who left an email. */
export function refuseUnpayable({ id, type, email, completed_at }: PayableCart): void {
  if (!["default", "draft_order", "swap"].includes(type)) throw notFound("Cart", id);
  if (completed_at !== null) throw notAllowed("It is paid already, so there is nothing to pay with a link");
  if (email === null) throw notAllowed("email: the cart has none, so it is not known who would pay");
}

/** A forged link counts as a guess. */
export const forgedLink = () => new Refusal("unauthorized", "The link is not complete");
