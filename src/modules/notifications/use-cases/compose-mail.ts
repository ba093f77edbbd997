import type { Graph, Row } from "../../../graph/graph.ts";
import type { ComposeMail, Mail } from "../../../providers/smtp/smtp-notifications.ts";
import { placedOrder, showOrder } from "../../orders/index.ts";
import {
  invited,
  type MailText,
  orderPlaced,
  orderShipped,
  passwordReset,
  type Sites,
  type ToldOrder,
} from "../mail.ts";

type Data = Record<string, unknown>;
type Composed = (data: Data) => Promise<Mail | null> | Mail | null;

const to = (address: unknown, mail: MailText): Mail | null =>
  typeof address === "string" && address !== "" ? { to: address, ...mail } : null;

const token = (data: Data) => String(data["token"] ?? "");

/** The mails of the shop, by the event that they tell of. */
function mailsOf({ graph }: { graph: Graph }, sites: Sites): Record<string, Composed> {
  const readOrder = (data: Data) => showOrder({ graph }, String(data["id"]), { view: placedOrder });
  const parcelOf = async (data: Data) => {
    const view = { entity: graph.registry.get("fulfillment"), fields: ["id", "tracking_numbers"] };
    const found = (await graph.find(view, String(data["fulfillment_id"]))) as Row | null;
    return { tracking_numbers: (found?.["tracking_numbers"] ?? []) as string[] };
  };
  return {
    "order.placed": async (data) => {
      const order = await readOrder(data);
      return to(order["email"], orderPlaced(order as unknown as ToldOrder));
    },
    "order.shipment_created": async (data) => {
      const order = await readOrder(data);
      return to(order["email"], orderShipped(order as unknown as ToldOrder, await parcelOf(data)));
    },
    "customer.password_reset": (data) => to(data["email"], passwordReset(sites.storefront, token(data))),
    "user.password_reset": (data) => to(data["email"], passwordReset(sites.admin, token(data))),
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
