import { inTransaction } from "../../../db/transaction.ts";
import type { MakePrivateData } from "../../../events/private-data.ts";
import type { AppContext } from "../../../http/routes.ts";
import { days } from "../../../kernel/dates.ts";
import { newId } from "../../../kernel/ids.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import { type Cart, findTaxes, lockCartRow, readCart, totalsOf } from "../../selling/carts/index.ts";
import { paymentLinkEvents } from "./events.ts";
import { addressOf, isOver, type PaymentLink, refuseUnpayable } from "./payment-link.ts";
import { deleteLink, findLink, findLinkOfCart, putLink } from "./payment-link-store.ts";
import { tokenOf } from "./use-cases/link-token.ts";

/** `site`: where customers reach the server. */
export interface LinkDeps extends AppContext {
  site: string;
}

export interface NewPaymentLink {
  cart_id: string;
  /** How long it can be used. */
  days?: number;
  /** Sends it to the email of the cart. */
  send?: boolean;
}

const DEFAULT_DAYS = 14;

/** Makes a link that replaces the one that the cart had. */
export async function createPaymentLink(
  context: LinkDeps,
  { cart_id: cartId, days: valid = DEFAULT_DAYS, send = false }: NewPaymentLink,
) {
  const cart = await readCart(context, context.db, cartId);
  refuseUnpayable(cart);
  if (send && !isMailed(context)) throw notAllowed("send: the shop has no provider for mails");
  const due = await dueOf(context, cart);
  const link = await inTransaction(context.db, async (tx) => {
    const { isCompleted } = await lockCartRow(tx, cartId);
    refuseUnpayable({ ...cart, completed_at: isCompleted ? "now" : null });
    const expiresAt = new Date(Date.now() + days(valid));
    const saved = await putLink(tx, { id: newId("plink"), cartId, expiresAt });
    await paymentLinkEvents.announce(tx, "payment_link.created", { id: cartId });
    if (send) {
      const sent = { id: cartId, link_id: saved.id, email: cart.email!, ...due };
      await paymentLinkEvents.announce(tx, "payment_link.sent", sent);
    }
    return saved;
  });
  return shownLink(context, link);
}

/** Whether a provider sends the mail of a link. */
export const isMailed = ({ providers }: Pick<AppContext, "providers">): boolean =>
  providers.notification.all().some(({ events }) => events.includes("payment_link.sent"));

async function dueOf(context: AppContext, cart: Cart): Promise<{ total: number; currency_code: string }> {
  const { total } = totalsOf(cart, await findTaxes(context, cart, { forced: true })).whole;
  return { total, currency_code: cart.region.currency_code };
}

/** The link of a cart; null if there is none, or no longer. */
export async function findPaymentLink(context: LinkDeps, cartId: string) {
  const link = await findLinkOfCart(context.db, cartId);
  return link && !isOver(link, new Date()) ? shownLink(context, link) : null;
}

export const revokePaymentLink = ({ db }: Pick<AppContext, "db">, cartId: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await deleteLink(tx, cartId)) {
      await paymentLinkEvents.announce(tx, "payment_link.revoked", { id: cartId });
    }
  });

const shownLink = (
  { site, secrets }: Pick<LinkDeps, "site" | "secrets">,
  { id, cart_id, created_at, expires_at }: PaymentLink,
) => ({
  cart_id,
  url: addressOf(site, tokenOf(secrets, id)),
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

/** The token of `payment_link.sent`; none if the link was replaced or revoked since. */
export const paymentLinkToken =
  ({ db, secrets }: Pick<AppContext, "db" | "secrets">): MakePrivateData =>
  async ({ data }) => {
    const link = await findLink(db, String(data["link_id"]));
    return link && { data: { token: tokenOf(secrets, link.id) }, validUntil: link.expires_at };
  };
