import { type Area, admin, listQuery, some, to, visitor } from "../action.ts";
import { regionBody } from "../shop.ts";

const isMade =
  (name: string) =>
  ({ data }: { data: Record<string, unknown> }) =>
    String(data["name"]).startsWith(name);

export const settings: Area = {
  "create a region": (world) =>
    admin.post(
      to`/admin/regions`,
      regionBody(world.name("Region"), world.random.pick(["usd", "eur"]), {
        ...some(world, {
          tax_rate: world.random.whole(0, 30),
          tax_code: "T1",
          includes_tax: true,
          countries: [world.random.pick(["se", "no", "de", "fr", "it", "gb"])],
        }),
        ...(world.random.isLucky(0.5) && { countries: [] }),
      }),
    ),
  "update a region": (world) =>
    admin.post(
      to`/admin/regions/${world.any("reg", isMade("Region"))}`,
      some(world, {
        name: world.name("Region"),
        tax_rate: world.random.whole(0, 30),
        automatic_taxes: world.random.isLucky(0.8),
        gift_cards_taxable: world.random.isLucky(0.5),
        includes_tax: world.random.isLucky(0.3),
        metadata: { a: 1 },
      }),
    ),
  "list regions": (world) =>
    admin.get(
      to`/admin/regions`,
      listQuery(world, {
        expand: ["countries", "currency", "payment_providers"],
        order: ["name"],
        filters: { q: "Region", name: "North" },
      }),
    ),
  "read a region": (world) =>
    admin.get(
      to`/admin/regions/${world.any("reg")}`,
      listQuery(world, { expand: ["countries", "currency", "tax_rates"], fields: ["name", "tax_rate"] }),
    ),
  "add a country": (world) =>
    admin.post(to`/admin/regions/${world.any("reg", isMade("Region"))}/countries`, {
      country_code: world.random.pick(["se", "no", "xx", "at", "dk"]),
    }),
  "remove a country": (world) =>
    admin.delete(
      to`/admin/regions/${world.any("reg", isMade("Region"))}/countries/${world.random.pick(["se", "no", "at"])}`,
    ),
  "delete a region": (world) =>
    world.random.isLucky(0.2)
      ? admin.delete(to`/admin/regions/${world.any("reg", isMade("Region"))}`)
      : undefined,
  "fulfilment options of a region": (world) =>
    admin.get(to`/admin/regions/${world.any("reg")}/fulfillment-options`),
  "storefront regions": (world) => visitor.get(to`/store/regions`, listQuery(world, {})),
  "storefront region": (world) => visitor.get(to`/store/regions/${world.any("reg")}`),
  "create a tax rate": (world) =>
    admin.post(to`/admin/tax-rates`, {
      name: world.name("Rate"),
      code: "R",
      region_id: world.any("reg", isMade("Region")),
      ...some(world, {
        rate: world.random.pick([5, 12.5, null]),
        products: world.some("prod", 2),
        product_types: world.some("ptyp", 1),
      }),
    }),
  "update a tax rate": (world) =>
    admin.post(
      to`/admin/tax-rates/${world.any("txr")}`,
      some(world, { name: world.name("Rate"), rate: 7, code: "Q" }),
      listQuery(world, { expand: ["products", "region"] }),
    ),
  "read a tax rate": (world) =>
    admin.get(
      to`/admin/tax-rates/${world.any("txr")}`,
      listQuery(world, { expand: ["products", "product_types", "shipping_options"] }),
    ),
  "list tax rates": (world) =>
    admin.get(
      to`/admin/tax-rates`,
      listQuery(world, {
        expand: ["products"],
        filters: { name: "Rate 1", region_id: world.any("reg"), code: "R" },
      }),
    ),
  "tax products": (world) =>
    admin.post(to`/admin/tax-rates/${world.any("txr")}/products/batch`, { products: world.some("prod", 2) }),
  "untax products": (world) =>
    admin.delete(to`/admin/tax-rates/${world.any("txr")}/products/batch`, {
      products: world.some("prod", 2),
    }),
  "delete a tax rate": (world) =>
    world.random.isLucky(0.3) ? admin.delete(to`/admin/tax-rates/${world.any("txr")}`) : undefined,
  "create a shipping option": (world) =>
    admin.post(to`/admin/shipping-options`, {
      name: world.name("Option"),
      region_id: world.any("reg"),
      provider_id: "manual",
      data: { id: "manual-fulfillment" },
      price_type: "flat_rate",
      amount: world.random.whole(0, 900),
      ...some(world, {
        is_return: world.random.isLucky(0.3),
        admin_only: world.random.isLucky(0.2),
        requirements: [{ type: "min_subtotal", amount: 1000 }],
        metadata: { a: 1 },
        includes_tax: world.random.isLucky(0.3),
      }),
    }),
  "update a shipping option": (world) =>
    admin.post(to`/admin/shipping-options/${world.any("so", isMade("Option"))}`, {
      requirements: [],
      ...some(world, { name: world.name("Option"), amount: world.random.whole(0, 900), admin_only: false }),
    }),
  "list shipping options": (world) =>
    admin.get(to`/admin/shipping-options`, {
      ...some(world, { region_id: world.any("reg"), is_return: false, admin_only: false }),
    }),
  "read a shipping option": (world) => admin.get(to`/admin/shipping-options/${world.any("so")}`),
  "delete a shipping option": (world) =>
    world.random.isLucky(0.3)
      ? admin.delete(to`/admin/shipping-options/${world.any("so", isMade("Option"))}`)
      : undefined,
  "storefront shipping options": (world) =>
    visitor.get(to`/store/shipping-options`, {
      ...some(world, { region_id: world.any("reg"), is_return: "false", product_ids: "prod_x" }),
    }),
  "create a shipping profile": (world) =>
    admin.post(to`/admin/shipping-profiles`, {
      name: world.name("Profile"),
      type: "custom",
      ...some(world, { metadata: { a: 1 } }),
    }),
  "list shipping profiles": () => admin.get(to`/admin/shipping-profiles`),
  "read a shipping profile": (world) => admin.get(to`/admin/shipping-profiles/${world.any("sp")}`),
  "create a sales channel": (world) =>
    admin.post(to`/admin/sales-channels`, {
      name: world.name("Channel"),
      ...some(world, { description: "Text", is_disabled: world.random.isLucky(0.2) }),
    }),
  "update a sales channel": (world) =>
    admin.post(
      to`/admin/sales-channels/${world.any("sc", isMade("Channel"))}`,
      some(world, { name: world.name("Channel"), description: "Other", is_disabled: false }),
    ),
  "list sales channels": (world) =>
    admin.get(
      to`/admin/sales-channels`,
      listQuery(world, { isPaged: false, order: ["name"], filters: { q: "Chan", name: "Channel 1" } }),
    ),
  "read a sales channel": (world) => admin.get(to`/admin/sales-channels/${world.any("sc")}`),
  "products into a channel": (world) =>
    admin.post(to`/admin/sales-channels/${world.any("sc", isMade("Channel"))}/products/batch`, {
      product_ids: world.some("prod", 3).map((id) => ({ id })),
    }),
  "products out of a channel": (world) =>
    admin.delete(to`/admin/sales-channels/${world.any("sc", isMade("Channel"))}/products/batch`, {
      product_ids: world.some("prod", 2).map((id) => ({ id })),
    }),
  "delete a sales channel": (world) =>
    world.random.isLucky(0.2)
      ? admin.delete(to`/admin/sales-channels/${world.any("sc", isMade("Channel"))}`)
      : undefined,
  "create a publishable key": (world) =>
    admin.post(to`/admin/publishable-api-keys`, { title: world.name("Key") }),
  "update a publishable key": (world) =>
    admin.post(to`/admin/publishable-api-keys/${world.any("pk")}`, { title: world.name("Key") }),
  "channels into a key": (world) =>
    admin.post(to`/admin/publishable-api-keys/${world.any("pk")}/sales-channels/batch`, {
      sales_channel_ids: world.some("sc", 2).map((id) => ({ id })),
    }),
  "channels of a key": (world) =>
    admin.get(to`/admin/publishable-api-keys/${world.any("pk")}/sales-channels`),
  "list publishable keys": (world) =>
    admin.get(to`/admin/publishable-api-keys`, listQuery(world, { filters: { q: "Key" } })),
  "revoke a key": (world) =>
    world.random.isLucky(0.3)
      ? admin.post(to`/admin/publishable-api-keys/${world.any("pk")}/revoke`)
      : undefined,
  "read the store": () => admin.get(to`/admin/store`),
  "update the store": (world) =>
    admin.post(
      to`/admin/store`,
      some(world, {
        name: world.name("Store"),
        swap_link_template: "https://example.com/{cart_id}",
        metadata: { a: 1 },
      }),
    ),
  "payment providers": () => admin.get(to`/admin/store/payment-providers`),
  "tax providers": () => admin.get(to`/admin/store/tax-providers`),
  "list currencies": (world) =>
    admin.get(to`/admin/currencies`, {
      order: "code",
      ...some(world, { limit: 5, offset: 2, code: "usd", includes_tax: false }),
    }),
  "update a currency": (world) =>
    admin.post(to`/admin/currencies/${world.random.pick(["sek", "xxx"])}`, {
      includes_tax: world.random.isLucky(0.5),
    }),
  "create a return reason": (world) =>
    admin.post(to`/admin/return-reasons`, {
      value: world.name("reason"),
      label: "Label",
      ...some(world, { description: "Text", parent_return_reason_id: world.any("rr"), metadata: { a: 1 } }),
    }),
  "update a return reason": (world) =>
    admin.post(
      to`/admin/return-reasons/${world.any("rr")}`,
      some(world, { label: world.name("Label"), description: "Other" }),
    ),
  "list return reasons": () => admin.get(to`/admin/return-reasons`),
  "storefront return reasons": () => visitor.get(to`/store/return-reasons`),
  "read a return reason": (world) => admin.get(to`/admin/return-reasons/${world.any("rr")}`),
};
