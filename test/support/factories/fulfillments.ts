import { Graph } from "../../../src/graph/graph.ts";
import { Registry } from "../../../src/graph/registry.ts";
import type { JobRun } from "../../../src/jobs/runner.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { fulfillmentWork } from "../../../src/modules/orders/fulfillments/index.ts";
import { entities } from "../../../src/modules.ts";
import type { ProviderRegistry } from "../../../src/providers/registry.ts";
import type { Answer } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";
import { anOrder, orderIn } from "./orders.ts";

export interface ShownFulfillment {
  id: string;
  order_id: string | null;
  swap_id: string | null;
  claim_order_id: string | null;
  provider_id: string;
  location_id: string | null;
  no_notification: boolean | null;
  data: Record<string, unknown>;
  metadata: Record<string, unknown> | null;
  shipped_at: string | null;
  canceled_at: string | null;
  items: { item_id: string; quantity: number }[];
  tracking_links: { tracking_number: string; url: string | null }[];
}

export interface ShownOrder {
  id: string;
  status: string;
  fulfillment_status: string;
  items: {
    id: string;
    variant_id: string;
    quantity: number;
    fulfilled_quantity: number | null;
    shipped_quantity: number | null;
  }[];
  fulfillments: ShownFulfillment[];
  swaps: (Exchange & { id: string })[];
  claims: (Exchange & { id: string })[];
}

interface Exchange {
  fulfillment_status: string;
  additional_items: ShownOrder["items"];
  fulfillments: ShownFulfillment[];
}

/** An order as the admin API shows it; its lines are in the order of `items`. */
export async function aBoughtOrder(
  shop: TestShop,
  purchase: Parameters<typeof anOrder>[1] & { items: { variantId: string }[] },
): Promise<ShownOrder> {
  const { id } = await anOrder(shop.visitor(), purchase);
  const order = await readOrder(shop, id);
  const place = (variant: string) => purchase.items.findIndex(({ variantId }) => variantId === variant);
  order.items.sort((one, other) => place(one.variant_id) - place(other.variant_id));
  return order;
}

/** The order of an answer, with the type that these tests need. */
export const shownOrderIn = (answer: Answer): ShownOrder => orderIn(answer);

export const readOrder = async (shop: TestShop, id: string): Promise<ShownOrder> =>
  shownOrderIn(await shop.admin.get(`/admin/orders/${id}`));

export const path = (orderId: string, rest: string) => `/admin/orders/${orderId}/${rest}`;

type Wanted = readonly [itemId: string, quantity: number];

/** `[line, quantity]` for each line that is packed. */
export const packs = (...wanted: Wanted[]) => ({
  items: wanted.map(([item_id, quantity]) => ({ item_id, quantity })),
});

/** All rows about the fulfillment of an order: equal before and after means nothing changed. */
export async function consignmentRows({ db }: TestShop, orderId: string): Promise<unknown> {
  const lines = `select id from line_item where order_id = $1
    or swap_id in (select id from swap where order_id = $1)
    or claim_order_id in (select id from claim_order where order_id = $1)`;
  const [rows] = await db.run({
    text: `with lines as (${lines}),
      sent as (select * from fulfillment where order_id = $1
        or swap_id in (select id from swap where order_id = $1)
        or claim_order_id in (select id from claim_order where order_id = $1)),
      items as (select distinct needed.inventory_item_id as id from line_item line
        join product_variant_inventory_item needed on needed.variant_id = line.variant_id
        where line.id in (select id from lines))
      select (select status || ' ' || fulfillment_status from "order" where id = $1) as "order",
        (select json_agg(json_build_array(id, fulfillment_status) order by id) from swap where order_id = $1) as swaps,
        (select json_agg(json_build_array(id, fulfillment_status) order by id)
          from claim_order where order_id = $1) as claims,
        (select json_agg(json_build_array(id, fulfilled_quantity, shipped_quantity) order by id)
          from line_item where id in (select id from lines)) as lines,
        (select json_agg(json_build_array(id, data, shipped_at, canceled_at) order by id) from sent) as fulfillments,
        (select json_agg(tracking_number order by tracking_number) from tracking_link
          where fulfillment_id in (select id from sent)) as links,
        (select json_agg(json_build_array(inventory_item_id, location_id, stocked_quantity, reserved_quantity)
          order by id) from inventory_level where inventory_item_id in (select id from items)) as levels,
        (select json_agg(json_build_array(id, location_id, quantity) order by id) from reservation_item
          where line_item_id in (select id from lines) and deleted_at is null) as reservations,
        (select count(*) from tradewind.carrier_call where order_id = $1) as calls,
        (select count(*) from tradewind.fulfillment_stock where fulfillment_id in (select id from sent)) as moved`,
    values: [orderId],
  });
  return rows;
}

interface MadeExchange {
  id: string;
  lineIds: string[];
}

interface NewExchange {
  orderId: string;
  lines: { variantId: string | null; quantity: number }[];
  optionId?: string | null;
  columns?: Record<string, unknown>;
}

const tables = { swap: "swap", claim: "claim_order" } as const;
const owners = { swap: "swap_id", claim: "claim_order_id" } as const;
const defaults = {
  swap: { fulfillment_status: "not_fulfilled", payment_status: "captured" },
  claim: { type: "replace" },
} as const;

/** The rows of a swap or claim that its fulfillment needs. */
export async function anExchange(
  { db }: TestShop,
  kind: "swap" | "claim",
  { orderId, lines, optionId = null, columns = {} }: NewExchange,
): Promise<MadeExchange> {
  const id = newId(kind);
  const row: Record<string, unknown> = { id, order_id: orderId, ...defaults[kind], ...columns };
  await db.run({
    text: `insert into ${tables[kind]} (${Object.keys(row)}) values (${Object.keys(row).map((_, i) => `$${i + 1}`)})`,
    values: Object.values(row),
  });
  const lineIds = lines.map(() => newId("item"));
  for (const [index, { variantId, quantity }] of lines.entries()) {
    await db.run({
      text: `insert into line_item (id, ${owners[kind]}, title, unit_price, quantity, variant_id)
        values ($1, $2, 'Another', 700, $3, $4)`,
      values: [lineIds[index], id, quantity, variantId],
    });
  }
  if (optionId !== null) {
    await db.run({
      text: `insert into shipping_method (id, shipping_option_id, ${owners[kind]}, price, data)
        values ($1, $2, $3, 0, '{}')`,
      values: [newId("sm"), optionId, id],
    });
  }
  return { id, lineIds };
}

/** Lets the leases of the carrier calls of an order expire, as after a crash. */
export async function expireLeases({ db }: TestShop, orderId: string): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    text: "update tradewind.carrier_call set lease_until = now() - interval '1 second' where order_id = $1 returning id",
    values: [orderId],
  });
  return rows.map(({ id }) => id);
}

/** Runs the jobs that finish carrier calls, as another process does. */
export async function runCarrierCalls(
  shop: TestShop,
  providers: ProviderRegistry,
  ids: string[],
): Promise<void> {
  const graph = new Graph(shop.db, new Registry(entities));
  const { tasks } = fulfillmentWork({ db: shop.db, graph, providers });
  const run = { attempt: 1, isStopping: () => false } as JobRun;
  for (const id of ids) await tasks["carrier-errand"]!({ errand_id: id }, run);
}
