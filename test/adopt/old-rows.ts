import type { Body } from "./api.ts";
import { CONTINUED, type Continued, type OldShop, read } from "./continued.ts";
import { inDatabase } from "./databases.ts";
import { withRegion } from "./life/buying.ts";
import type { Region } from "./life/shop.ts";
import type { Running } from "./servers.ts";

/** The shop as it is found in its database. */
async function foundShop({ admin, visitor }: Running, ids: OldShop["ids"]): Promise<OldShop> {
  const { regions } = await admin.get("/admin/regions");
  const { shipping_options } = await admin.get("/admin/shipping-options");
  const option = (name: string) => shipping_options.find((each: Body) => each.name === name)?.id;
  const region = ({ id, name, countries }: Body): Region => ({
    id,
    name,
    country: countries[0].iso_2,
    delivery: option(`Delivery ${name}`),
    express: option(`Express ${name}`),
    returning: option(`Return ${name}`),
  });
  const [locationId = null] = await ids(
    "select location_id from sales_channel_location where deleted_at is null",
  );
  return {
    admin,
    visitor,
    ids,
    regions: regions.map(region),
    locationId,
    variantIds: await ids("select id from product_variant where sku in ('SHIRT-S', 'SHIRT-M') order by sku"),
  } as OldShop;
}

/** Orders, drafts and carts of v1 go on with Tradewind: what is not as it should be. */
export const continueOldRows = (server: Running, databaseUrl: string): Promise<string[]> =>
  inDatabase(databaseUrl, async (ask) => {
    const ids: OldShop["ids"] = async (statement, values) =>
      (await ask<object>(statement, values)).map((row) => String(Object.values(row)[0]));
    const shop = await foundShop(server, ids);
    return [...(await continueOrders(shop)), ...(await payDrafts(shop)), ...(await completeCarts(shop))];
  });

const ORDERS_BY_FATE = `select o.id from "order" o join cart c on c.id = o.cart_id
  where c.context->>'fate' = $1 order by display_id`;

async function continueOrders(shop: OldShop): Promise<string[]> {
  const problems: string[] = [];
  for (const [fate, go] of Object.entries(CONTINUED)) {
    const found = await shop.ids(ORDERS_BY_FATE, [fate]);
    if (found.length === 0) problems.push(`v1 has made no order that is ${fate}`);
    for (const id of found) problems.push(...(await continued(shop, { id, fate, go })));
  }
  return problems;
}

async function continued(
  shop: OldShop,
  { id, fate, go }: { id: string; fate: string; go: Continued },
): Promise<string[]> {
  try {
    const order = await read(shop, { id });
    const region = shop.regions.find((each) => each.id === order.region_id)!;
    return (await go(shop, withRegion(order, region)))
      .filter(([, is, wanted]) => is !== wanted)
      .map(([what, is, wanted]) => `order ${order.display_id}, ${fate}: ${what} is ${is}, not ${wanted}`);
  } catch (error) {
    return [`${id}, ${fate}: ${error instanceof Error ? error.message : error}`];
  }
}

async function payDrafts({ admin, ids }: OldShop): Promise<string[]> {
  const problems: string[] = [];
  for (const id of await ids("select id from draft_order where status = 'open'")) {
    const { draft_order: draft } = await admin.get(`/admin/draft-orders/${id}`);
    const { status, body } = await admin.ask("POST", `/admin/draft-orders/${id}/pay`);
    if (status !== 200 || body.order.total !== draft.cart.total)
      problems.push(
        `draft ${id} of ${draft.cart.total} becomes ${status} ${JSON.stringify(body).slice(0, 200)}`,
      );
  }
  return problems;
}

/** Carts that were ready to be completed, and those whose goods are gone. */
async function completeCarts({ visitor, ids }: OldShop): Promise<string[]> {
  const open = await ids(
    `select distinct c.id from cart c join payment_session s on s.cart_id = c.id and s.is_selected
     where c.completed_at is null and c.deleted_at is null and c.type = 'default' and c.context->>'fate' = 'open cart'`,
  );
  const problems: string[] = open.length > 0 ? [] : ["v1 has left no cart that is ready"];
  for (const id of open) {
    const { cart } = await visitor.get(`/store/carts/${id}`);
    const isGone = cart.items.some(
      ({ variant }: Body) => !variant || variant.deleted_at || variant.product?.deleted_at,
    );
    const { status, body } = await visitor.ask("POST", `/store/carts/${id}/complete`);
    const isAsExpected = isGone
      ? status === 409 && body.code === "goods_deleted"
      : status === 200 && body.type === "order" && body.data.total === cart.total;
    if (!isAsExpected)
      problems.push(`cart ${id} of ${cart.total} becomes ${status} ${JSON.stringify(body).slice(0, 200)}`);
  }
  return problems;
}
