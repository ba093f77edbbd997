import type { Graph } from "../../../../graph/graph.ts";
import type { ComposeMail, Mail } from "../../../../providers/smtp/smtp-notifications.ts";
import { placedOrder, showOrder } from "../../orders/index.ts";
import {
  invited,
  type MailText,
  orderPlaced,
  orderShipped,
  ordersClaimed,
  passwordReset,
  type Sites,
  type ToldOrder,
} from "../mail.ts";

type Data = Record<string, unknown>;
type Composed = (data: Data) => Promise<Mail | null> | Mail | null;

const to = (address: unknown, mail: MailText): Mail | null =>
  typeof address === "string" && address !== "" ? { to: address, ...mail } : null;

const token = (data: Data) => String(data["token"] ?? "");

/** What was shipped, for an order or for a swap or claim of it. */
interface Parcel {
  order_id: string | null;
  swap: { order_id: string } | null;
  claim_order: { order_id: string } | null;
  tracking_links: { tracking_number: string; url: string | null }[];
}

const parcelFields = [
  "order_id",
  "swap.order_id",
  "claim_order.order_id",
  "tracking_links.tracking_number",
  "tracking_links.url",
];

/** The mails of the shop, by the event that they tell of. */
function mailsOf({ graph }: { graph: Graph }, sites: Sites): Record<string, Composed> {
  const readOrder = (id: unknown) => showOrder({ graph }, String(id), { view: placedOrder });
  const shipped: Composed = async (data) => {
    const view = { entity: graph.registry.get("fulfillment"), fields: parcelFields };
    const parcel = (await graph.find(view, String(data["fulfillment_id"]))) as Parcel | null;
    if (!parcel) return null;
    const { order_id, swap, claim_order, tracking_links: links } = parcel;
    const order = await readOrder(order_id ?? swap?.order_id ?? claim_order?.order_id);
    return to(order["email"], orderShipped(order as unknown as ToldOrder, { links }));
  };
  return {
    "order.placed": async (data) => {
      const order = await readOrder(data["id"]);
      return to(order["email"], orderPlaced(order as unknown as ToldOrder));
    },
    "order.shipment_created": shipped,
    "swap.shipment_created": shipped,
    "claim.shipment_created": shipped,
    "customer.password_reset": (data) => to(data["email"], passwordReset(sites.storefront, token(data))),
    "user.password_reset": (data) => to(data["email"], passwordReset(sites.admin, token(data))),
    "order-update-token.created": (data) =>
      to(data["old_email"], ordersClaimed(sites.storefront, token(data))),
    "invite.created": (data) => to(data["user_email"], invited(sites.admin, token(data))),
  };
}

/** What the shop mails, and for which events. Whoever asked not to be notified is not. */
export function mailComposer(
  parts: { graph: Graph },
  sites: Sites,
): { events: string[]; compose: ComposeMail } {
  const mails = mailsOf(parts, sites);
  return {
    events: Object.keys(mails),
    compose: async (event, data) =>
      data["no_notification"] === true ? null : ((await mails[event]?.(data)) ?? null),
  };
}
