import { newId } from "../../../src/kernel/ids.ts";
import type { Client } from "../clients/client.ts";
import { aProduct, aShirt, usd } from "../factories/products.ts";
import { aRegion } from "../factories/regions.ts";
import { aChannel } from "../factories/sales-channels.ts";
import type { TestShop } from "../fixtures/shop.ts";
import { anotherProcess } from "../servers/another-process.ts";

const run = ({ db }: TestShop, text: string, ...values: unknown[]) => db.run({ text, values });

/** A small catalogue that has something of everything that answers show. */
export interface Catalogue {
  productId: string;
  variantId: string;
  regionId: string;
  collectionId: string;
  categoryId: string;
  typeId: string;
  channelId: string;
  priceListId: string;
}

export async function aCatalogue(shop: TestShop): Promise<Catalogue> {
  const made = async (path: string, body: unknown) => {
    const answer = await shop.admin.post(path, body);
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body;
  };
  const { id: regionId } = await aRegion(shop);
  const { collection } = await made("/admin/collections", { title: "Summer" });
  const { product_category: category } = await made("/admin/product-categories", {
    name: "Clothes",
    is_active: true,
    is_internal: false,
  });
  const shirt = await aShirt(shop, {
    status: "published",
    collection_id: collection.id,
    type: { value: "Shirts" },
    tags: [{ value: "cotton" }],
    images: ["https://example.com/1.png", "https://example.com/2.png"],
    categories: [{ id: category.id }],
  });
  await aProduct(shop, { title: "Mug", status: "published" });
  await aProduct(shop, { title: "Draft" });
  const { price_list: list } = await made("/admin/price-lists", {
    name: "Sale",
    description: "of summer",
    type: "sale",
    status: "active",
    prices: [{ ...usd(700), variant_id: shirt.variants[0]!.id }],
  });
  const channel = await aChannel(shop);
  return {
    productId: shirt.id,
    variantId: shirt.variants[0]!.id,
    regionId,
    collectionId: collection.id,
    categoryId: category.id,
    typeId: shirt.type_id!,
    channelId: channel.id,
    priceListId: list.id,
  };
}

/** Requests of visitors and administrators, of every kind that is cached. */
export const questionsOf = (about: Catalogue) => ({
  store: [
    "/store/products",
    "/store/products?limit=1&offset=1",
    `/store/products?region_id=${about.regionId}`,
    "/store/products?currency_code=usd&expand=variants,variants.prices,variants.inventory_items,categories,sales_channels",
    `/store/products?category_id[]=${about.categoryId}&include_category_children=true`,
    `/store/products?collection_id[]=${about.collectionId}&order=title`,
    "/store/products?q=shi",
    `/store/products?sales_channel_id[]=${about.channelId}`,
    `/store/products/${about.productId}`,
    `/store/products/${about.productId}?region_id=${about.regionId}`,
    "/store/variants",
    `/store/variants?ids=${about.variantId}&region_id=${about.regionId}&fields=title`,
    "/store/variants?inventory_quantity[lt]=8",
    `/store/variants/${about.variantId}?expand=prices,options,product,inventory_items`,
    "/store/collections",
    `/store/collections/${about.collectionId}`,
    "/store/product-categories?include_descendants_tree=true",
    `/store/product-categories/${about.categoryId}`,
  ],
  admin: [
    "/admin/products",
    "/admin/products?expand=variants&q=shi",
    "/admin/products?fields=id,title&expand=collection",
    `/admin/products?price_list_id[]=${about.priceListId}&order=collection.title`,
    "/admin/products?deleted_at[gt]=2020-01-01",
    // Has more relations than the cached ones.
    "/admin/products?expand=variants,variants.inventory_items,sales_channels.locations",
  ],
});

type Change = (shop: Pick<TestShop, "db">, about: Catalogue) => Promise<unknown>;

const statement =
  (text: string, ...names: (keyof Catalogue)[]): Change =>
  (shop, about) =>
    run(shop as TestShop, text, ...names.map((name) => about[name]));

const hour = "interval '1 hour'";

/** By plain SQL, as other programs change things: the words of a change, and what it does. */
export const changes: Record<string, Change> = {
  "a title": statement(
    "update product set title = 'Shirt ' || md5(random()::text) where id = $1",
    "productId",
  ),
  "a new product": (shop) =>
    run(
      shop as TestShop,
      `with made as (insert into product (id, title, handle, status) values ($1, 'Shirt too', $1, 'published') returning id)
       insert into product_sales_channel (product_id, sales_channel_id)
       select id, (select default_sales_channel_id from store) from made`,
      newId("prod"),
    ),
  "a draft": statement("update product set status = 'draft' where id = $1", "productId"),
  "a published draft": statement("update product set status = 'published'"),
  "a deletion": statement("update product set deleted_at = now() where id = $1", "productId"),
  "a deletion undone": statement("update product set deleted_at = null where id = $1", "productId"),
  "a variant's title": statement(
    "update product_variant set title = md5(random()::text) where id = $1",
    "variantId",
  ),
  "a variant taken away": statement(
    "update product_variant set deleted_at = now() where id = $1",
    "variantId",
  ),
  "a variant given back": statement("update product_variant set deleted_at = null"),
  "stock, as an order takes it": statement(
    "update product_variant set inventory_quantity = inventory_quantity - 1, updated_at = now() where id = $1",
    "variantId",
  ),
  "stock of everything": statement("update product_variant set inventory_quantity = inventory_quantity + 5"),
  "a price": statement(
    `update money_amount set amount = amount + 1 where id in
      (select money_amount_id from product_variant_money_amount where variant_id = $1)`,
    "variantId",
  ),
  "a price list that begins later": statement(
    `update price_list set starts_at = now() + ${hour} where id = $1`,
    "priceListId",
  ),
  "a price list that has begun": statement(
    "update price_list set starts_at = null where id = $1",
    "priceListId",
  ),
  "a price list that is over": statement(
    `update price_list set ends_at = now() - ${hour} where id = $1`,
    "priceListId",
  ),
  "a price list without end": statement("update price_list set starts_at = null, ends_at = null"),
  "a price list for a group": statement(
    `with made as (insert into customer_group (id, name) values ('cgrp_x' || random(), 'G' || random()) returning id)
     insert into price_list_customer_groups (price_list_id, customer_group_id) select $1, id from made`,
    "priceListId",
  ),
  "a price list for everybody": statement("delete from price_list_customer_groups"),
  "a tag": statement("update product_tag set value = md5(random()::text)"),
  "a tag taken off": statement("delete from product_tags where product_id = $1", "productId"),
  "a type": statement("update product_type set value = md5(random()::text) where id = $1", "typeId"),
  "a collection": statement(
    "update product_collection set title = md5(random()::text) where id = $1",
    "collectionId",
  ),
  "a category": statement(
    "update product_category set name = md5(random()::text) where id = $1",
    "categoryId",
  ),
  "a category left": statement("delete from product_category_product where product_id = $1", "productId"),
  "a category entered": statement(
    "insert into product_category_product (product_id, product_category_id) values ($1, $2) on conflict do nothing",
    "productId",
    "categoryId",
  ),
  "an image": statement("update image set url = 'https://example.com/' || random()"),
  "the order of images": statement(
    "update product_images set position = -position where product_id = $1",
    "productId",
  ),
  "an option": statement("update product_option set title = md5(random()::text)"),
  "the value of an option": statement("update product_option_value set value = md5(random()::text)"),
  "a channel entered": statement(
    "insert into product_sales_channel (product_id, sales_channel_id) values ($1, $2) on conflict do nothing",
    "productId",
    "channelId",
  ),
  "a channel left": statement(
    "delete from product_sales_channel where product_id = $1 and sales_channel_id = $2",
    "productId",
    "channelId",
  ),
  "a channel's name": statement("update sales_channel set name = md5(random()::text)"),
  "the tax of a region": statement("update region set tax_rate = tax_rate + 1 where id = $1", "regionId"),
  "prices of a currency with tax": statement("update currency set includes_tax = not includes_tax"),
  "the tax of a product": statement(
    `with made as (insert into tax_rate (id, name, rate, code, region_id)
       values ('txr_' || random(), 'Shirts', 5, 'S', $1) returning id)
     insert into product_tax_rate (product_id, rate_id) select $2, id from made`,
    "regionId",
    "productId",
  ),
  "a shipping profile": statement("update shipping_profile set name = md5(random()::text)"),
  "a level of stock at a location": statement(
    `insert into inventory_level (id, inventory_item_id, location_id, stocked_quantity)
     select 'ilev_' || random(), inventory_item_id, 'sloc_x' || random(), 3
     from product_variant_inventory_item where variant_id = $1`,
    "variantId",
  ),
  "an item of inventory": statement(
    "update product_variant_inventory_item set required_quantity = required_quantity + 1",
  ),
};

/** Another server with the cache, and one without, on the same database. */
export async function beside(shop: TestShop, environment: Record<string, string> = {}) {
  const second = await anotherProcess(shop, { TRADEWIND_JOBS: "0", ...environment });
  const plain = await anotherProcess(shop, { TRADEWIND_JOBS: "0", TRADEWIND_ANSWER_MEMORY: "0" });
  return {
    second,
    plain,
    async close() {
      await second.close();
      await plain.close();
    },
  };
}

/** The bytes of an answer, and its status. */
export const shownTo = async (client: Client, path: string): Promise<string> => {
  const { status, body } = await client.get(path);
  return `${status} ${JSON.stringify(body)}`;
};
