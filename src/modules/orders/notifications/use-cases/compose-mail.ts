import type { Graph } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import type { ComposeMail, Mail } from "../../../../providers/smtp/smtp-notifications.ts";
import { fulfillment } from "../../fulfillments/index.ts";
import { placedOrder, type ShownOrder, shownNumber, showOrder } from "../../orders/index.ts";
import {
  invited,
  type MailedOrder,
  type MailText,
  orderPlaced,
  orderShipped,
  ordersClaimed,
  passwordReset,
  paymentRequested,
  type Sites,
  trackingChanged,
} from "../mail.ts";

interface Context {
  graph: Graph;
  rules: Rules;
}

type Data = Record<string, unknown>;
type Composer = (data: Data) => Promise<Mail | null> | Mail | null;

const to = (address: unknown, mail: MailText): Mail | null =>
  typeof address === "string" && address !== "" ? { to: address, ...mail } : null;

/** A mail with the token. Without one there is no mail: the person whom it was for is gone. */
const withToken = (address: unknown, { token }: Data, mail: (token: string) => MailText): Mail | null =>
  typeof token === "string" ? to(address, mail(token)) : null;

/** A fulfillment of an order, swap or claim with its tracking links. */
const parcel = viewOf({
  entity: fulfillment,
  fields: [
    "order_id",
    "swap.order_id",
    "claim_order.order_id",
    "tracking_links.tracking_number",
    "tracking_links.url",
  ],
});

/** The view `placedOrder` has all columns, lines and totals. */
const mailedOrder = (rules: Rules, order: ShownOrder) =>
  ({ ...order, number: shownNumber(rules, order) }) as MailedOrder;

/** The mails of the shop, by event. */
function mailsOf({ graph, rules }: Context, sites: Sites): Record<string, Composer> {
  const readOrder = (id: unknown) => showOrder({ graph }, String(id), { view: placedOrder });
  const ofParcel =
    (textOf: typeof orderShipped): Composer =>
    async (data) => {
      const sent = await graph.find(parcel, String(data.fulfillment_id));
      if (!sent) return null;
      const { order_id, swap, claim_order, tracking_links: links } = sent;
      // Numbers that were removed again are no news.
      if (textOf === trackingChanged && links.length === 0) return null;
      const order = await readOrder(order_id ?? swap?.order_id ?? claim_order?.order_id);
      return to(order.email, textOf(mailedOrder(rules, order), { links }));
    };
  const shipped = ofParcel(orderShipped);
  const tracked = ofParcel(trackingChanged);
  return {
    "order.placed": async (data) => {
      const order = await readOrder(data.id);
      return to(order.email, orderPlaced(mailedOrder(rules, order)));
    },
    "order.shipment_created": shipped,
    "swap.shipment_created": shipped,
    "claim.shipment_created": shipped,
    "order.tracking_changed": tracked,
    "swap.tracking_changed": tracked,
    "claim.tracking_changed": tracked,
    "customer.password_reset": (data) =>
      withToken(data.email, data, (token) => passwordReset(sites.storefront, token)),
    "user.password_reset": (data) =>
      withToken(data.email, data, (token) => passwordReset(sites.admin, token)),
    "order-update-token.created": (data) =>
      withToken(data.old_email, data, (token) => ordersClaimed(sites.storefront, token)),
    "payment_link.sent": (data) =>
      withToken(data.email, data, (token) =>
        paymentRequested(sites.server, token, {
          total: Number(data.total),
          currency_code: String(data.currency_code),
        }),
      ),
    "invite.created": (data) => withToken(data.user_email, data, (token) => invited(sites.admin, token)),
  };
}

/** Composes the mails of the shop. Events with `no_notification` send none. */
export function mailComposer(context: Context, sites: Sites): { events: string[]; compose: ComposeMail } {
  const mails = mailsOf(context, sites);
  return {
    events: Object.keys(mails),
    compose: async (event, data) =>
      data.no_notification === true ? null : ((await mails[event]?.(data)) ?? null),
  };
}
