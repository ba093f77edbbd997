import { type Area, admin, listQuery, some, to } from "../action.ts";
import type { World } from "../world.ts";

const prices = (world: World) =>
  world.some("variant", 3).map((variant_id) => ({
    variant_id,
    amount: world.random.whole(1, 2000),
    ...(world.random.isLucky(0.3)
      ? { region_id: world.any("reg") }
      : { currency_code: world.random.pick(["usd", "eur"]) }),
    ...(world.random.isLucky(0.3) && { min_quantity: 2, max_quantity: 10 }),
  }));

const conditions = (world: World) => {
  const kinds = {
    products: "prod",
    product_types: "ptyp",
    product_collections: "pcol",
    product_tags: "ptag",
    customer_groups: "cgrp",
  };
  const [name, prefix] = world.random.pick(Object.entries(kinds));
  const ids = world.some(prefix, 2);
  return ids.length > 0 ? [{ operator: world.random.pick(["in", "not_in"]), [name]: ids }] : [];
};

const rule = (world: World) => {
  const type = world.random.pick(["fixed", "percentage", "free_shipping"]);
  return {
    type,
    value: type === "free_shipping" ? 0 : world.random.whole(1, 50),
    allocation: world.random.pick(["total", "item"]),
    ...some(world, { description: "Rule", conditions: conditions(world) }),
  };
};

export const pricesAndDiscounts: Area = {
  "create a price list": (world) =>
    admin.post(to`/admin/price-lists`, {
      name: world.name("List"),
      description: "Text",
      type: world.random.pick(["sale", "override"]),
      prices: prices(world),
      ...some(world, {
        status: world.random.pick(["active", "draft"]),
        customer_groups: world.any("cgrp") && [{ id: world.any("cgrp") }],
        starts_at: "2020-01-01T00:00:00.000Z",
        ends_at: "2090-01-01T00:00:00.000Z",
        includes_tax: world.random.isLucky(0.3),
      }),
    }),
  "update a price list": (world) =>
    admin.post(
      to`/admin/price-lists/${world.any("pl")}`,
      some(world, {
        name: world.name("List"),
        status: world.random.pick(["active", "draft"]),
        ends_at: null,
        prices: prices(world),
      }),
    ),
  "add prices": (world) =>
    admin.post(to`/admin/price-lists/${world.any("pl")}/prices/batch`, {
      prices: prices(world),
      ...some(world, { override: world.random.isLucky(0.5) }),
    }),
  "remove prices": (world) => {
    const list = world.known("pl");
    const found = list && world.within("ma", list.id);
    return found && admin.delete(to`/admin/price-lists/${list.id}/prices/batch`, { price_ids: [found.id] });
  },
  "remove prices of a product": (world) =>
    admin.delete(to`/admin/price-lists/${world.any("pl")}/products/${world.any("prod")}/prices`),
  "remove prices of a variant": (world) =>
    admin.delete(to`/admin/price-lists/${world.any("pl")}/variants/${world.any("variant")}/prices`),
  "list price lists": (world) =>
    admin.get(
      to`/admin/price-lists`,
      listQuery(world, {
        expand: ["customer_groups", "prices"],
        fields: ["name", "status"],
        order: ["name"],
        filters: { q: "List", status: ["active"], type: ["sale"], name: "List 1" },
      }),
    ),
  "read a price list": (world) => admin.get(to`/admin/price-lists/${world.any("pl")}`),
  "products of a price list": (world) =>
    admin.get(
      to`/admin/price-lists/${world.any("pl")}/products`,
      listQuery(world, { expand: ["variants"], filters: { q: "Pro" } }),
    ),
  "delete a price list": (world) =>
    world.random.isLucky(0.3) ? admin.delete(to`/admin/price-lists/${world.any("pl")}`) : undefined,
  "create a discount": (world) => {
    const body = rule(world);
    const regions = body.type === "fixed" ? [world.any("reg")] : world.some("reg", 2);
    return admin.post(to`/admin/discounts`, {
      code: world.name("CODE").replace(" ", ""),
      rule: body,
      regions,
      ...some(world, {
        is_dynamic: world.random.isLucky(0.3),
        is_disabled: world.random.isLucky(0.2),
        usage_limit: world.random.whole(1, 5),
        ends_at: "2090-01-01T00:00:00.000Z",
        valid_duration: "P3D",
        metadata: { a: 1 },
      }),
    });
  },
  "update a discount": (world) =>
    admin.post(
      to`/admin/discounts/${world.any("disc")}`,
      some(world, {
        code: world.name("CODE").replace(" ", ""),
        is_disabled: world.random.isLucky(0.3),
        usage_limit: 9,
        ends_at: null,
        metadata: { b: 2 },
      }),
    ),
  "list discounts": (world) =>
    admin.get(
      to`/admin/discounts`,
      listQuery(world, {
        expand: ["rule", "regions", "rule.conditions"],
        fields: ["code", "is_disabled"],
        order: ["code"],
        filters: { q: "CODE", is_dynamic: false, is_disabled: false, rule: { type: "fixed" } },
      }),
    ),
  "read a discount": (world) =>
    admin.get(
      to`/admin/discounts/${world.any("disc")}`,
      listQuery(world, { expand: ["rule", "regions", "rule.conditions"] }),
    ),
  "read a discount by code": (world) =>
    admin.get(to`/admin/discounts/code/${String(world.known("disc")?.data["code"] ?? "NONE")}`),
  "add a condition": (world) => {
    const [condition] = conditions(world);
    return (
      condition &&
      admin.post(
        to`/admin/discounts/${world.any("disc")}/conditions`,
        condition,
        listQuery(world, { expand: ["rule", "rule.conditions"] }),
      )
    );
  },
  "read a condition": (world) => {
    const found = world.known("disc");
    const condition = found && world.within("discon", found.id);
    return admin.get(
      to`/admin/discounts/${found?.id}/conditions/${condition?.id}`,
      listQuery(world, { expand: ["products", "product_types", "product_tags", "customer_groups"] }),
    );
  },
  "delete a condition": (world) => {
    const found = world.known("disc");
    const condition = found && world.within("discon", found.id);
    return admin.delete(to`/admin/discounts/${found?.id}/conditions/${condition?.id}`);
  },
  "add a dynamic code": (world) =>
    admin.post(
      to`/admin/discounts/${world.any("disc", ({ data }) => data["is_dynamic"] === true)}/dynamic-codes`,
      { code: world.name("DYN").replace(" ", ""), ...some(world, { usage_limit: 2 }) },
    ),
  "add a region to a discount": (world) =>
    admin.post(to`/admin/discounts/${world.any("disc")}/regions/${world.any("reg")}`),
  "remove a region from a discount": (world) =>
    admin.delete(to`/admin/discounts/${world.any("disc")}/regions/${world.any("reg")}`),
  "delete a discount": (world) =>
    world.random.isLucky(0.3) ? admin.delete(to`/admin/discounts/${world.any("disc")}`) : undefined,
  "create a gift card": (world) =>
    admin.post(to`/admin/gift-cards`, {
      region_id: world.any("reg"),
      ...some(world, {
        value: world.random.whole(100, 5000),
        is_disabled: world.random.isLucky(0.2),
        metadata: { a: 1 },
        ends_at: "2090-01-01T00:00:00.000Z",
      }),
    }),
  "update a gift card": (world) =>
    admin.post(
      to`/admin/gift-cards/${world.any("gift")}`,
      some(world, {
        balance: world.random.whole(0, 100),
        is_disabled: false,
        metadata: { a: 2 },
        region_id: world.any("reg"),
      }),
    ),
  "list gift cards": (world) =>
    admin.get(to`/admin/gift-cards`, listQuery(world, { filters: { q: "nothing" } })),
  "read a gift card": (world) => admin.get(to`/admin/gift-cards/${world.any("gift")}`),
  "delete a gift card": (world) =>
    world.random.isLucky(0.2) ? admin.delete(to`/admin/gift-cards/${world.any("gift")}`) : undefined,
};
