import { type Area, admin, listQuery, some, to, visitor } from "../action.ts";
import { isGood } from "../goods.ts";
import type { World } from "../world.ts";

const productRelations = [
  "variants",
  "variants.prices",
  "options",
  "images",
  "tags",
  "type",
  "collection",
  "sales_channels",
];
const productFields = ["title", "handle", "status", "subtitle", "weight", "discountable"];

const price = ({ random }: World) => ({
  currency_code: random.pick(["usd", "eur"]),
  amount: random.whole(0, 5000),
});

/** What is sold keeps a price in each currency. */
const everywhere = ({ random }: World) =>
  ["usd", "eur"].map((currency_code) => ({ currency_code, amount: random.whole(100, 5000) }));

const product = (world: World) => ({
  title: world.name("Product"),
  ...some(world, {
    subtitle: "Sub",
    description: "Text",
    status: world.random.pick(["draft", "proposed", "published", "rejected"]),
    is_giftcard: false,
    discountable: world.random.isLucky(0.5),
    weight: world.random.whole(1, 900),
    hs_code: "1234",
    origin_country: "dk",
    material: "wool",
    images: ["https://example.com/a.jpg", "https://example.com/b.jpg"],
    tags: [{ value: world.random.pick(["new", "old", world.name("tag")]) }],
    type: { value: world.random.pick(["toy", world.name("type")]) },
    collection_id: world.any("pcol"),
    categories: world.any("pcat") && [{ id: world.any("pcat") }],
    sales_channels: world.any("sc") && [{ id: world.any("sc") }],
    metadata: { colour: "blue", size: 3 },
  }),
  ...(world.random.isLucky(0.8) && {
    options: [{ title: "Size" }, { title: "Colour" }].slice(0, world.random.whole(1, 2)),
  }),
});

export const catalogue: Area = {
  "create a product": (world) => {
    const body = product(world);
    const count = body.options?.length ?? 0;
    const variants = Array.from({ length: world.random.whole(0, 3) }, () => ({
      title: world.name("Variant"),
      options: Array.from({ length: count }, () => ({ value: world.name("value") })),
      prices: [{ currency_code: "usd", amount: world.random.whole(1, 9000) }],
      ...some(world, {
        sku: world.name("sku"),
        inventory_quantity: world.random.whole(0, 20),
        manage_inventory: world.random.isLucky(0.5),
        allow_backorder: world.random.isLucky(0.5),
        weight: 5,
        metadata: { a: 1 },
      }),
    }));
    return admin.post(to`/admin/products`, variants.length > 0 ? { ...body, variants } : body);
  },
  "update a product": (world) => {
    const { options: _options, ...body } = product(world);
    return admin.post(to`/admin/products/${world.any("prod")}`, some(world, body));
  },
  "read a product": (world) =>
    admin.get(
      to`/admin/products/${world.any("prod")}`,
      listQuery(world, { expand: productRelations, fields: productFields }),
    ),
  "list products": (world) =>
    admin.get(
      to`/admin/products`,
      listQuery(world, {
        expand: productRelations,
        fields: productFields,
        order: ["title", "created_at"],
        filters: {
          q: world.random.pick(["Product", "1", "shirt", "nothing of the kind"]),
          status: [world.random.pick(["draft", "published"])],
          collection_id: world.any("pcol") && [world.any("pcol")],
          tags: world.any("ptag") && [world.any("ptag")],
          type_id: world.any("ptyp") && [world.any("ptyp")],
          category_id: world.any("pcat") && [world.any("pcat")],
          sales_channel_id: world.any("sc") && [world.any("sc")],
          title: "Shirt",
          is_giftcard: false,
          price_list_id: world.any("pl") && [world.any("pl")],
        },
      }),
    ),
  "delete a product": (world) =>
    world.random.isLucky(0.3)
      ? admin.delete(
          to`/admin/products/${world.any("prod", ({ data }) => String(data["title"]).startsWith("Product"))}`,
        )
      : undefined,
  "set metadata of a product": (world) =>
    admin.post(to`/admin/products/${world.any("prod")}/metadata`, { key: "k", value: world.name("v") }),
  "add an option": (world) =>
    admin.post(to`/admin/products/${world.any("prod")}/options`, { title: world.name("Option") }),
  "rename an option": (world) => {
    const found = world.known("prod");
    const option = found && world.within("opt", found.id);
    return admin.post(to`/admin/products/${found?.id}/options/${option?.id}`, {
      title: world.name("Option"),
    });
  },
  "remove an option": (world) => {
    const found = world.known("prod", ({ data }) => String(data["title"]).startsWith("Product"));
    const option = found && world.within("opt", found.id);
    return admin.delete(to`/admin/products/${found?.id}/options/${option?.id}`);
  },
  "add a variant": (world) => {
    const found = world.known("prod");
    const options = found ? world.all("opt").filter(({ owners }) => owners.has(found.id.ours)) : [];
    return admin.post(to`/admin/products/${found?.id}/variants`, {
      title: world.name("Variant"),
      prices: [price(world)],
      options: options.map(({ id }) => ({ option_id: id, value: world.name("value") })),
      ...some(world, { sku: world.name("sku"), barcode: world.name("code"), inventory_quantity: 4 }),
    });
  },
  "update a variant": (world) => {
    const found = world.known("prod");
    const variant = found && world.within("variant", found.id);
    return admin.post(
      to`/admin/products/${found?.id}/variants/${variant?.id}`,
      some(world, {
        title: world.name("Variant"),
        prices: variant && isGood(variant) ? everywhere(world) : [price(world)],
        allow_backorder: true,
        metadata: { b: world.random.pick(["", "x"]) },
        weight: 7,
      }),
    );
  },
  "delete a variant": (world) => {
    const found = world.known("prod", ({ data }) => String(data["title"]).startsWith("Product"));
    const variant = found && world.within("variant", found.id);
    return admin.delete(to`/admin/products/${found?.id}/variants/${variant?.id}`);
  },
  "variants of a product": (world) =>
    admin.get(
      to`/admin/products/${world.any("prod")}/variants`,
      listQuery(world, { fields: ["title", "sku"], isPaged: false }),
    ),
  "list variants": (world) =>
    admin.get(
      to`/admin/variants`,
      listQuery(world, {
        isPaged: false,
        expand: ["product", "prices", "options"],
        fields: ["title", "sku", "inventory_quantity"],
        filters: {
          q: "Shirt",
          title: "S",
          sku: "Shirt-S",
          id: world.any("variant"),
          inventory_quantity: 4,
          product_id: world.any("prod"),
        },
      }),
    ),
  "read a variant": (world) =>
    admin.get(
      to`/admin/variants/${world.any("variant")}`,
      listQuery(world, { expand: ["product", "prices"] }),
    ),
  "create a collection": (world) =>
    admin.post(to`/admin/collections`, {
      title: world.name("Collection"),
      ...some(world, { handle: world.name("handle"), metadata: { a: 1 } }),
    }),
  "update a collection": (world) =>
    admin.post(
      to`/admin/collections/${world.any("pcol")}`,
      some(world, { title: world.name("Collection"), metadata: { a: "" } }),
    ),
  "list collections": (world) =>
    admin.get(
      to`/admin/collections`,
      listQuery(world, { filters: { q: "Coll", title: "Collection 1", handle: "x" }, order: ["title"] }),
    ),
  "read a collection": (world) => admin.get(to`/admin/collections/${world.any("pcol")}`),
  "delete a collection": (world) =>
    world.random.isLucky(0.2) ? admin.delete(to`/admin/collections/${world.any("pcol")}`) : undefined,
  "put products into a collection": (world) =>
    admin.post(to`/admin/collections/${world.any("pcol")}/products/batch`, {
      product_ids: world.some("prod", 3),
    }),
  "take products out of a collection": (world) =>
    admin.delete(to`/admin/collections/${world.any("pcol")}/products/batch`, {
      product_ids: world.some("prod", 2),
    }),
  "create a category": (world) =>
    admin.post(to`/admin/product-categories`, {
      name: world.name("Category"),
      // Without it v1 counts the categories of all parents for the rank, and both have another order from then on.
      parent_category_id: world.random.isLucky(0.6) ? (world.any("pcat") ?? null) : null,
      ...some(world, {
        is_active: world.random.isLucky(0.7),
        is_internal: world.random.isLucky(0.3),
        description: "Text",
        metadata: { a: 1 },
      }),
    }),
  "move a category": (world) =>
    admin.post(
      to`/admin/product-categories/${world.any("pcat")}`,
      some(world, {
        name: world.name("Category"),
        rank: world.random.whole(0, 3),
        is_active: world.random.isLucky(0.5),
        parent_category_id: world.random.isLucky(0.3) ? null : undefined,
      }),
    ),
  "list categories": (world) =>
    admin.get(
      to`/admin/product-categories`,
      listQuery(world, {
        expand: ["parent_category", "category_children", "products"],
        // With the rank, without which it fails, v1 trims parents and children as well.
        fields: ["name", "handle"],
        filters: {
          q: "Category",
          is_active: true,
          parent_category_id: world.any("pcat"),
          include_descendants_tree: true,
        },
      }),
    ),
  "read a category": (world) =>
    admin.get(
      to`/admin/product-categories/${world.any("pcat")}`,
      listQuery(world, { expand: ["parent_category", "category_children"], fields: ["name", "rank"] }),
    ),
  "delete a category": (world) =>
    world.random.isLucky(0.3) ? admin.delete(to`/admin/product-categories/${world.any("pcat")}`) : undefined,
  "put products into a category": (world) =>
    admin.post(to`/admin/product-categories/${world.any("pcat")}/products/batch`, {
      product_ids: world.some("prod", 3).map((id) => ({ id })),
    }),
  "take products out of a category": (world) =>
    admin.delete(to`/admin/product-categories/${world.any("pcat")}/products/batch`, {
      product_ids: world.some("prod", 2).map((id) => ({ id })),
    }),
  "list tags": (world) =>
    admin.get(
      to`/admin/product-tags`,
      listQuery(world, { isPaged: false, order: ["value"], filters: { q: "new", value: ["new"] } }),
    ),
  "list types": (world) =>
    admin.get(
      to`/admin/product-types`,
      listQuery(world, { isPaged: false, order: ["value"], filters: { q: "toy", value: ["toy"] } }),
    ),
  "types of products": () => admin.get(to`/admin/products/types`),
  "tags in use": () => admin.get(to`/admin/products/tag-usage`),
  "storefront products": (world) =>
    visitor.get(
      to`/store/products`,
      listQuery(world, {
        expand: ["variants", "variants.prices", "options", "tags", "collection", "images"],
        fields: ["title", "handle", "weight"],
        order: ["title", "created_at"],
        filters: {
          q: world.random.pick(["Product", "shirt"]),
          region_id: world.any("reg"),
          currency_code: "usd",
          handle: "shirt",
          collection_id: world.any("pcol") && [world.any("pcol")],
          tags: world.any("ptag") && [world.any("ptag")],
          category_id: world.any("pcat") && [world.any("pcat")],
          cart_id: world.any("cart"),
        },
      }),
    ),
  "storefront product": (world) =>
    visitor.get(
      to`/store/products/${world.any("prod")}`,
      listQuery(world, {
        expand: ["variants", "variants.prices", "options"],
        fields: ["title", "handle"],
        filters: { region_id: world.any("reg"), currency_code: "eur" },
      }),
    ),
  "storefront variants": (world) =>
    visitor.get(
      to`/store/variants`,
      listQuery(world, {
        isPaged: false,
        expand: ["prices", "options", "product"],
        filters: { ids: "variant_x", title: "S", region_id: world.any("reg"), id: world.any("variant") },
      }),
    ),
  "storefront variant": (world) =>
    visitor.get(
      to`/store/variants/${world.any("variant")}`,
      listQuery(world, { filters: { region_id: world.any("reg") } }),
    ),
  "storefront collections": (world) =>
    visitor.get(to`/store/collections`, listQuery(world, { filters: { handle: ["collection-1"] } })),
  "storefront categories": (world) =>
    visitor.get(
      to`/store/product-categories`,
      listQuery(world, {
        expand: ["parent_category", "category_children"],
        fields: ["name", "handle"],
        filters: { q: "Cat", parent_category_id: world.any("pcat"), include_descendants_tree: true },
      }),
    ),
  "storefront category": (world) => visitor.get(to`/store/product-categories/${world.any("pcat")}`),
  "storefront tags": (world) =>
    visitor.get(
      to`/store/product-tags`,
      listQuery(world, { isPaged: false, order: ["value"], filters: { q: "n" } }),
    ),
  "storefront types": (world) =>
    visitor.get(to`/store/product-types`, listQuery(world, { isPaged: false, order: ["value"] })),
};
