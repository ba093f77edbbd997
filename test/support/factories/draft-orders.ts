import type { Answer, Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";
import type { ShownCart } from "./carts.ts";

let made = 0;

export interface ShownDraft {
  id: string;
  status: string;
  display_id: number;
  cart_id: string;
  order_id: string | null;
  no_notification_order: boolean | null;
  metadata: Record<string, unknown> | null;
  cart: ShownCart & { type: string; metadata: Record<string, unknown> };
  order?: { id: string } | null;
}

/** The draft of an answer; anything but success is a mistake of the test. */
export function draftIn({ status, body }: Answer): ShownDraft {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.draft_order;
}

interface Wanted {
  regionId: string;
  items?: Record<string, unknown>[];
  shipping?: Record<string, unknown>[];
}

export const draftDetails = ({ regionId, items = [], shipping = [] }: Wanted, details: object = {}) => ({
  email: `draft-${++made}@example.com`,
  region_id: regionId,
  items,
  shipping_methods: shipping,
  ...details,
});

export const aDraft = async (admin: Client, wanted: Wanted, details: object = {}): Promise<ShownDraft> =>
  draftIn(await admin.post("/admin/draft-orders", draftDetails(wanted, details)));

export const readDraft = async (admin: Client, id: string): Promise<ShownDraft> =>
  draftIn(await admin.get(`/admin/draft-orders/${id}`));

/** Every row of a draft and of its cart, and what was announced of both: equal means that nothing changed. */
export async function rowsOfDraft(
  { db }: Pick<TestShop, "db">,
  { id, cart_id }: ShownDraft,
): Promise<unknown> {
  const [rows] = await db.run({
    text: `select (select to_json(draft) from draft_order draft where id = $1) as draft,
      (select to_json(cart) from cart where id = $2) as cart,
      (select json_agg(line order by line.id) from line_item line where cart_id = $2) as lines,
      (select json_agg(each order by each.id) from shipping_method each where cart_id = $2) as methods,
      (select json_agg(each order by each.id) from custom_shipping_option each where cart_id = $2) as agreed,
      (select json_agg(each order by each.discount_id) from cart_discounts each where cart_id = $2) as discounts,
      (select json_agg(each order by each.id) from payment_session each where cart_id = $2) as sessions,
      (select count(*) from "order" where cart_id = $2) as orders,
      (select count(*) from tradewind.event where entity_id in ($1, $2)) as events`,
    values: [id, cart_id],
  });
  return rows;
}

/** How many there are of what a draft consists of. */
export async function counts({ db }: Pick<TestShop, "db">): Promise<unknown> {
  const [rows] = await db.run({
    text: `select (select count(*) from draft_order) as drafts, (select count(*) from cart) as carts,
      (select count(*) from line_item) as lines, (select count(*) from customer) as customers,
      (select count(*) from address) as addresses, (select count(*) from tradewind.event) as events`,
    values: [],
  });
  return rows;
}

/** Orders and money that came of a draft. */
export async function bookedFor({ db }: Pick<TestShop, "db">, cartId: string) {
  const rows = await db.run({
    text: `select sold.id, sold.payment_status, sold.draft_order_id,
        (select count(*) from payment where order_id = sold.id and captured_at is not null) as payments,
        (select coalesce(sum(amount), 0) from payment where order_id = sold.id) as paid,
        (select count(*) from tradewind.event where name = 'order.placed' and entity_id = sold.id) as placed,
        (select count(*) from tradewind.event
          where name = 'order.payment_captured' and entity_id = sold.id) as captured
      from "order" sold where cart_id = $1`,
    values: [cartId],
  });
  return rows;
}
