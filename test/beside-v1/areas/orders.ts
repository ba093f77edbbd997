import { type Area, admin, listQuery, some, to, visitor } from "../action.ts";
import { optionOf, shopRegion, wanted } from "../goods.ts";
import type { Known, World } from "../world.ts";

const orderRelations = [
  "items",
  "customer",
  "region",
  "payments",
  "shipping_address",
  "discounts",
  "returns",
  "claims",
  "swaps",
  "fulfillments",
];
const order = (world: World) => world.known("order");
const lineOf = (world: World, owner: Known | undefined) => owner && world.within("item", owner.id);
const items = (world: World, owner: Known | undefined) => {
  const line = lineOf(world, owner);
  return line ? [{ item_id: line.id, quantity: 1 }] : undefined;
};

const warehouse = (world: World) => world.any("sloc", ({ data }) => data["name"] === "Warehouse");

/** Mostly one of the order's region. */
const returnOption = (world: World, owner: Known | undefined) => {
  const isAny = world.random.isLucky(0.2);
  return world.any(
    "so",
    ({ data }) => data["is_return"] === true && (isAny || data["region_id"] === owner?.data["region_id"]),
  );
};

export const orders: Area = {
  "list orders": (world) =>
    admin.get(
      to`/admin/orders`,
      listQuery(world, {
        expand: orderRelations,
        fields: ["status", "email", "total"],
        order: ["display_id"],
        filters: {
          q: "ada",
          status: ["pending"],
          payment_status: ["captured"],
          fulfillment_status: ["not_fulfilled"],
          email: "ada@example.com",
          region_id: world.any("reg"),
          currency_code: "eur",
          customer_id: world.any("cus"),
        },
      }),
    ),
  "read an order": (world) =>
    admin.get(
      to`/admin/orders/${world.any("order")}`,
      listQuery(world, { expand: orderRelations, fields: ["status", "email", "total"] }),
    ),
  "update an order": (world) =>
    admin.post(
      to`/admin/orders/${world.any("order")}`,
      some(world, {
        email: "other@example.com",
        no_notification: true,
        metadata: { a: 1 },
        shipping_address: { first_name: world.name("New"), country_code: "dk" },
      }),
    ),
  capture: (world) => admin.post(to`/admin/orders/${world.any("order")}/capture`),
  refund: (world) =>
    admin.post(to`/admin/orders/${world.any("order")}/refund`, {
      amount: world.random.whole(1, 200),
      reason: world.random.pick(["discount", "return", "other"]),
      ...some(world, { note: "Note", no_notification: true }),
    }),
  fulfil: (world) => {
    const found = order(world);
    const list = items(world, found);
    return (
      list &&
      admin.post(to`/admin/orders/${found?.id}/fulfillment`, {
        items: list,
        // Without it v1 takes nothing from the stock of a shop with locations.
        location_id: warehouse(world),
        ...some(world, { no_notification: true, metadata: { a: 1 } }),
      })
    );
  },
  ship: (world) => {
    const found = order(world);
    const fulfillment = found && world.within("ful", found.id);
    return (
      fulfillment &&
      admin.post(to`/admin/orders/${found.id}/shipment`, {
        fulfillment_id: fulfillment.id,
        ...some(world, { tracking_numbers: ["T1"] }),
      })
    );
  },
  "cancel a fulfilment": (world) => {
    const found = order(world);
    const fulfillment = found && world.within("ful", found.id);
    return fulfillment && world.random.isLucky(0.4)
      ? admin.post(to`/admin/orders/${found.id}/fulfillments/${fulfillment.id}/cancel`)
      : undefined;
  },
  "request a return": (world) => {
    const found = order(world);
    const list = items(world, found);
    return (
      list &&
      admin.post(to`/admin/orders/${found?.id}/return`, {
        items: list,
        ...some(world, {
          refund: 0,
          note: "Note",
          return_shipping: { option_id: returnOption(world, found), price: 0 },
          receive_now: world.random.isLucky(0.2),
        }),
      })
    );
  },
  "receive a return": (world) => {
    const found = world.known(
      "ret",
      ({ data }) => data["status"] === "requested" && Array.isArray(data["items"]),
    );
    const lines = (found?.data["items"] ?? []) as { item_id: string; quantity: number }[];
    const list = lines.map(({ item_id, quantity }) => ({
      item_id: world.any("item", ({ id }) => id.ours === item_id),
      quantity,
    }));
    return found && admin.post(to`/admin/returns/${found.id}/receive`, { items: list });
  },
  "cancel a return": (world) =>
    world.random.isLucky(0.4) ? admin.post(to`/admin/returns/${world.any("ret")}/cancel`) : undefined,
  "list returns": (world) => admin.get(to`/admin/returns`, listQuery(world, {})),
  swap: (world) => {
    const found = order(world);
    const list = items(world, found);
    return (
      list &&
      admin.post(to`/admin/orders/${found?.id}/swaps`, {
        return_items: list,
        additional_items: [{ variant_id: wanted(world), quantity: 1 }],
        ...some(world, { no_notification: true, allow_backorder: true }),
      })
    );
  },
  "list swaps": (world) => admin.get(to`/admin/swaps`, listQuery(world, {})),
  "read a swap": (world) => admin.get(to`/admin/swaps/${world.any("swap")}`),
  "cancel a swap": (world) => {
    const found = world.known("swap");
    const owner = found && world.known("order", ({ id }) => id.ours === found.data["order_id"]);
    return owner && admin.post(to`/admin/orders/${owner.id}/swaps/${found.id}/cancel`);
  },
  claim: (world) => {
    const found = order(world);
    const list = items(world, found);
    const claimed = list?.map((line) => ({
      ...line,
      reason: "production_failure",
      ...some(world, { note: "Note", tags: ["bad"], images: ["https://example.com/a.jpg"] }),
    }));
    const type = world.random.pick(["refund", "replace"]);
    return (
      claimed &&
      admin.post(to`/admin/orders/${found?.id}/claims`, {
        type,
        claim_items: claimed,
        ...(type === "replace" && { additional_items: [{ variant_id: wanted(world), quantity: 1 }] }),
        ...some(world, { metadata: { a: 1 } }),
      })
    );
  },
  "cancel a claim": (world) => {
    const found = world.known("claim");
    const owner = found && world.known("order", ({ id }) => id.ours === found.data["order_id"]);
    return owner && admin.post(to`/admin/orders/${owner.id}/claims/${found.id}/cancel`);
  },
  "add shipping to an order": (world) => {
    const found = order(world);
    return admin.post(to`/admin/orders/${found?.id}/shipping-methods`, {
      option_id: world.random.isLucky(0.7) ? optionOf(world, found?.data["region_id"]) : world.any("so"),
      price: world.random.whole(0, 500),
    });
  },
  "complete an order": (world) =>
    world.random.isLucky(0.4) ? admin.post(to`/admin/orders/${world.any("order")}/complete`) : undefined,
  "archive an order": (world) =>
    world.random.isLucky(0.3) ? admin.post(to`/admin/orders/${world.any("order")}/archive`) : undefined,
  "cancel an order": (world) =>
    world.random.isLucky(0.3) ? admin.post(to`/admin/orders/${world.any("order")}/cancel`) : undefined,
  "storefront order": (world) => visitor.get(to`/store/orders/${world.any("order")}`),
  "look an order up": (world) => {
    const found = order(world);
    return (
      found &&
      visitor.get(to`/store/orders`, { display_id: found.data["display_id"], email: found.data["email"] })
    );
  },
  "start an edit": (world) => {
    const found = order(world);
    return (
      found &&
      admin.post(to`/admin/order-edits`, {
        order_id: found.id,
        ...some(world, { internal_note: "Note" }),
      })
    );
  },
  "add to an edit": (world) =>
    admin.post(to`/admin/order-edits/${world.any("oe")}/items`, {
      variant_id: wanted(world),
      quantity: world.random.whole(1, 2),
    }),
  "change a line in an edit": (world) => {
    const found = world.known("oe");
    return admin.post(to`/admin/order-edits/${found?.id}/items/${lineOf(world, found)?.id}`, {
      quantity: world.random.whole(1, 4),
    });
  },
  "remove a line in an edit": (world) => {
    const found = world.known("oe");
    return admin.delete(to`/admin/order-edits/${found?.id}/items/${lineOf(world, found)?.id}`);
  },
  "request an edit": (world) => admin.post(to`/admin/order-edits/${world.any("oe")}/request`),
  "confirm an edit": (world) => admin.post(to`/admin/order-edits/${world.any("oe")}/confirm`),
  "cancel an edit": (world) =>
    world.random.isLucky(0.3) ? admin.post(to`/admin/order-edits/${world.any("oe")}/cancel`) : undefined,
  "read an edit": (world) => admin.get(to`/admin/order-edits/${world.any("oe")}`),
  "list edits": (world) =>
    admin.get(to`/admin/order-edits`, listQuery(world, { filters: { order_id: world.any("order") } })),
  "storefront edit": (world) => visitor.get(to`/store/order-edits/${world.any("oe")}`),
  "create a draft": (world) => {
    const region = shopRegion(world);
    return admin.post(to`/admin/draft-orders`, {
      email: "draft@example.com",
      region_id: region?.id,
      shipping_methods: [{ option_id: optionOf(world, region?.id.ours) }],
      ...some(world, {
        items: [
          { variant_id: wanted(world), quantity: 1 },
          { title: "Own", unit_price: 500, quantity: 2 },
        ],
        no_notification_order: true,
        metadata: { a: 1 },
      }),
    });
  },
  "list drafts": (world) => admin.get(to`/admin/draft-orders`, listQuery(world, { filters: { q: "draft" } })),
  "read a draft": (world) => admin.get(to`/admin/draft-orders/${world.any("dorder")}`),
  "update a draft": (world) =>
    admin.post(
      to`/admin/draft-orders/${world.any("dorder")}`,
      some(world, { email: "d2@example.com", no_notification_order: false, metadata: { b: 1 } }),
    ),
  "add a line to a draft": (world) =>
    admin.post(to`/admin/draft-orders/${world.any("dorder")}/line-items`, {
      variant_id: wanted(world),
      quantity: 1,
      ...some(world, { unit_price: 321, metadata: {} }),
    }),
  "pay a draft": (world) => admin.post(to`/admin/draft-orders/${world.any("dorder")}/pay`),
  "delete a draft": (world) =>
    world.random.isLucky(0.2) ? admin.delete(to`/admin/draft-orders/${world.any("dorder")}`) : undefined,
};
