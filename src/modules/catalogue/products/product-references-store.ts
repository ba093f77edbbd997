import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledSql } from "../../../db/statements.ts";
import { checkReferences, type FoundReferences, type ProductReferences } from "./product.ts";

const find = compiledSql(
  "product-references",
  (p: ProductReferences) => sql<FoundReferences>`
    select
      (select id from product_collection where id = ${p.collectionId} and deleted_at is null) as collection,
      array(select id::text from product_category where id = any(${p.categoryIds})) as categories,
      array(select id::text from sales_channel where id = any(${p.channelIds}) and deleted_at is null) as channels,
      coalesce((select json_object_agg(id, currency_code) from region
        where id = any(${p.regionIds}) and deleted_at is null), '{}'::json) as regions,
      array(select code::text from currency where code = any(${p.currencyCodes})) as currencies`,
);

const defaultChannel = compiledSql(
  "product-default-channel",
  (_: object) => sql<{ id: string }>`
    select channel.id from store join sales_channel channel on channel.id = store.default_sales_channel_id
    where channel.deleted_at is null order by store.created_at limit 1`,
);

const defaultProfile = compiledSql(
  "product-default-profile",
  (p: { type: string }) => sql<{ id: string }>`
    select id from shipping_profile where type::text = ${p.type} and deleted_at is null
    order by created_at, id limit 1 for share`,
);

/** Refuses if one of the references does not exist. */
export async function findReferences(tx: Tx, references: ProductReferences): Promise<FoundReferences> {
  const [found] = await find(tx, references);
  checkReferences(references, found!);
  return found!;
}

/** The channel of a new product that names none. */
export async function findDefaultChannel(on: Connection): Promise<string | null> {
  const [found] = await defaultChannel(on, {});
  return found?.id ?? null;
}

/** The default shipping profile for the product, which cannot be deleted before the transaction ends. */
export async function lockDefaultProfileShared(
  tx: Tx,
  { isGiftCard }: { isGiftCard: boolean },
): Promise<string | null> {
  const [found] = await defaultProfile(tx, { type: isGiftCard ? "gift_card" : "default" });
  return found?.id ?? null;
}

const regionOf = compiled("cart-region", (db, p: { cartId: string }) =>
  db
    .selectFrom("cart")
    .innerJoin("region", "region.id", "cart.region_id")
    .select("region.id")
    .where("cart.id", "=", p.cartId)
    .where("region.deleted_at", "is", null),
);

/** Null if the cart does not exist or its region was deleted. */
export async function findRegionOfCart(on: Connection, cartId: string): Promise<string | null> {
  const [region] = await regionOf(on, { cartId });
  return region?.id ?? null;
}

const groupsOf = compiledSql<{ customerId: string }, { id: string }>(
  "groups-of-customer",
  (p) => sql<{ id: string }>`
    select customer_group_id as id from customer_group_customers where customer_id = ${p.customerId} order by 1`,
);

export async function findGroupsOfCustomer(on: Connection, customerId: string): Promise<string[]> {
  return (await groupsOf(on, { customerId })).map(({ id }) => id);
}
