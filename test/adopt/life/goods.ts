import type { Body } from "../api.ts";
import { inLanes } from "../api.ts";
import type { Shop } from "./shop.ts";

const pictures = (title: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://example.com/${title}/${(index * 7) % count}.jpg`);

const prices = (amount: number) => [
  { currency_code: "eur", amount },
  { currency_code: "usd", amount: amount + 111 },
  { currency_code: "gbp", amount: amount - 50 },
  { currency_code: "jpy", amount: amount * 2 },
];

const TITLES = "Shirt Mug Lamp Chair Coat Scarf Bowl Kettle Rug Clock Vase Tray".split(" ");

/** Goods with all that v1 can say about them, and some that are not sold any more. */
export async function stockGoods(shop: Shop, { hasCategories }: { hasCategories: boolean }): Promise<void> {
  const { admin } = shop;
  const collections: Body[] = [];
  for (const title of ["Autumn", "Kitchen"])
    collections.push(
      (await admin.post("/admin/collections", { title, metadata: { old: [1, { a: null }] } })).collection,
    );
  const categories = hasCategories ? await aTree(shop) : [];
  for (const [index, title] of TITLES.entries()) {
    const { product } = await admin.post("/admin/products", {
      title,
      ...(index % 3 > 0 && {
        subtitle: `${title} of the house`,
        description: "Warm, light and made to last.",
      }),
      status: index === 7 ? "draft" : "published",
      images: pictures(title, (index * 5) % 9),
      thumbnail: index % 2 ? `https://example.com/${title}/thumb.jpg` : undefined,
      collection_id: collections[index % 3]?.id,
      ...(hasCategories && { categories: [{ id: categories[index % categories.length]!.id }] }),
      type: index % 2 ? { value: "Textile" } : { value: "Ware" },
      tags: [{ value: "house" }, { value: `tag ${index % 4}` }],
      weight: 200 + index,
      material: index % 2 ? "Wool" : undefined,
      discountable: index !== 5,
      metadata: index % 4 === 0 ? { erp: `00${index}`, legacy: { nested: [true, null, "ü"] } } : undefined,
      options: [{ title: "Size" }, { title: "Colour" }],
      variants: ["S", "M"].map((size, place) => ({
        title: `${size} / blue`,
        sku: `${title}-${size}`.toUpperCase(),
        ean: index % 2 ? `40000000${index}${place}` : undefined,
        inventory_quantity: 5_000,
        allow_backorder: index === 4,
        manage_inventory: index !== 8,
        options: [{ value: size }, { value: "blue" }],
        prices: prices(900 + index * 137 + place * 33),
      })),
    });
    shop.products.push(product);
    if (product.status === "published") shop.variantIds.push(...product.variants.map(({ id }: Body) => id));
  }
  await taxGoods(shop);
  await sellGiftCards(shop);
  if (shop.locationId) await fillShelves(shop, shop.locationId);
}

async function aTree({ admin }: Shop): Promise<Body[]> {
  const made: Body[] = [];
  for (const [name, parent] of [
    ["Home"],
    ["Wear"],
    ["Table", 0],
    ["Light", 0],
    ["Winter", 1],
    ["Hidden", 1],
  ] as const) {
    const { product_category } = await admin.post("/admin/product-categories", {
      name,
      is_active: name !== "Hidden",
      is_internal: name === "Light",
      ...(parent !== undefined && { parent_category_id: made[parent]!.id }),
    });
    made.push(product_category);
  }
  return made;
}

async function taxGoods({ admin, regions, products }: Shop): Promise<void> {
  const region_id = regions[0]!.id;
  const { product_types } = await admin.get("/admin/product-types");
  const ware = product_types.find(({ value }: Body) => value === "Ware").id;
  await admin.post("/admin/tax-rates", {
    name: "Ware",
    code: "W",
    rate: 7,
    region_id,
    product_types: [ware],
  });
  const one = { name: "Lamps", code: "L", rate: 3.5, region_id, products: [products[2].id] };
  await admin.post("/admin/tax-rates", one);
  await admin.post("/admin/tax-rates", { name: "Unused", code: "U", rate: 1, region_id: regions[1]!.id });
}

async function sellGiftCards(shop: Shop): Promise<void> {
  const { product } = await shop.admin.post("/admin/products", {
    title: "Gift card",
    is_giftcard: true,
    discountable: false,
    status: "published",
    options: [{ title: "Value" }],
    variants: [2500, 10_000].map((amount) => ({
      title: String(amount),
      manage_inventory: false,
      inventory_quantity: 0,
      options: [{ value: String(amount) }],
      prices: prices(amount),
    })),
  });
  shop.giftCardVariantIds.push(...product.variants.map(({ id }: Body) => id));
  for (const { id } of shop.regions) {
    const { gift_card } = await shop.admin.post("/admin/gift-cards", { region_id: id, value: 100_000 });
    shop.giftCodes.push(gift_card.code);
  }
}

async function fillShelves({ admin }: Shop, location_id: string): Promise<void> {
  const { inventory_items: items } = await admin.get("/admin/inventory-items", { limit: 200 });
  await inLanes(3, items, async ({ id }: Body) => {
    await admin.post(`/admin/inventory-items/${id}/location-levels`, {
      location_id,
      stocked_quantity: 5_000,
    });
  });
}

/** Products, variants and pictures that a shop gives up after it has sold them. */
export async function giveUpGoods({ admin, products }: Shop): Promise<void> {
  await admin.delete(`/admin/products/${products[9].id}`);
  await admin.delete(`/admin/products/${products[10].id}/variants/${products[10].variants[1].id}`);
  await admin.post(`/admin/products/${products[1].id}`, { images: pictures("Mug anew", 5) });
  await admin.post(`/admin/products/${products[3].id}`, { status: "proposed", collection_id: null });
  await admin.post(`/admin/products/${products[6].id}`, { title: "Bowl, renamed", handle: "bowl-renamed" });
}
