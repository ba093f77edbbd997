import { type Area, admin, listQuery, some, to, visitor } from "../action.ts";
import type { Pair } from "../pair.ts";
import type { Known, World } from "../world.ts";

const isMain = ({ data }: Known) => data["name"] === "Warehouse";
const location = (world: World) => world.any("sloc");
/** Where all goods of the basic shop are in stock. */
const mainLocation = (world: World) => world.any("sloc", isMain);
const sideLocation = (world: World) => world.any("sloc", (known) => !isMain(known));
const item = (world: World) => world.any("iitem");
const channel = (world: World) => world.any("sc");

/** An item of the goods that are sold: without it v1 sells them without limit. */
const isOfShop = ({ data }: Known) => /-[SM]$/.test(String(data["sku"]));

/** v1 fails where a variant has one already. */
const isWithoutItem = ({ data, owners }: Known) =>
  data["manage_inventory"] === false && ![...owners].some((owner) => owner.startsWith("iitem_"));

/** A location where there is something of the item. */
const whereStocked = (world: World, itemId: unknown): Pair | undefined => {
  const level = world.known("ilev", ({ data }) => data["inventory_item_id"] === itemId);
  return world.any("sloc", ({ id }) => id.ours === level?.data["location_id"]);
};

const address = {
  address_1: "Quay 1",
  city: "Port",
  country_code: "dk",
  postal_code: "1000",
};

const itemFields = (world: World) =>
  some(world, {
    sku: world.name("stock"),
    title: world.name("Item"),
    description: "Text",
    origin_country: "dk",
    hs_code: "1234",
    mid_code: "mid",
    material: "wool",
    thumbnail: "https://example.com/a.jpg",
    weight: world.random.whole(1, 900),
    length: 2,
    height: 3,
    width: 4,
  });

const locations: Area = {
  "create a location": (world) =>
    admin.post(to`/admin/stock-locations`, {
      name: world.name("Store"),
      ...some(world, { address, metadata: { a: 1 } }),
    }),
  "update a location": (world) =>
    admin.post(
      to`/admin/stock-locations/${sideLocation(world)}`,
      some(world, { name: world.name("Store"), address: { ...address, city: "Other" }, metadata: { b: 2 } }),
    ),
  "read a location": (world) =>
    admin.get(
      to`/admin/stock-locations/${location(world)}`,
      listQuery(world, { expand: ["address", "sales_channels"], isPaged: false }),
    ),
  "list locations": (world) =>
    admin.get(
      to`/admin/stock-locations`,
      listQuery(world, {
        expand: ["address", "sales_channels"],
        order: ["name"],
        filters: {
          q: "store",
          id: location(world),
          name: "Warehouse",
          sales_channel_id: channel(world),
        },
      }),
    ),
  "delete a location": (world) =>
    world.random.isLucky(0.2) ? admin.delete(to`/admin/stock-locations/${sideLocation(world)}`) : undefined,
  "give a channel a location": (world) =>
    admin.post(to`/admin/sales-channels/${channel(world)}/stock-locations`, { location_id: location(world) }),
  "take a location from a channel": (world) =>
    admin.delete(to`/admin/sales-channels/${channel(world)}/stock-locations`, {
      location_id: sideLocation(world),
    }),
  "channels with locations": (world) =>
    admin.get(to`/admin/sales-channels`, listQuery(world, { expand: ["locations"], order: ["name"] })),
};

const items: Area = {
  "create an item": (world) => {
    const variant = world.any("variant", isWithoutItem);
    const body = { variant_id: variant, ...itemFields(world), ...some(world, { metadata: { a: 1 } }) };
    const request = variant && admin.post(to`/admin/inventory-items`, body);
    return request && { ...request, concerns: [variant] };
  },
  "update an item": (world) => {
    const found = world.known("iitem");
    const { sku, ...fields } = itemFields(world);
    return admin.post(to`/admin/inventory-items/${found?.id}`, {
      ...fields,
      ...(found && !isOfShop(found) && sku && { sku }),
      ...some(world, { requires_shipping: world.random.isLucky(0.5) }),
    });
  },
  "read an item": (world) => admin.get(to`/admin/inventory-items/${item(world)}`),
  "list items": (world) =>
    admin.get(
      to`/admin/inventory-items`,
      listQuery(world, {
        isPaged: false,
        filters: {
          q: world.random.pick(["shirt", "stock", "nothing of the kind"]),
          sku: "Shirt-S",
          location_id: location(world),
          id: item(world),
          origin_country: "dk",
          requires_shipping: true,
          weight: { gt: 100 },
        },
      }),
    ),
  "delete an item": (world) =>
    world.random.isLucky(0.2)
      ? admin.delete(to`/admin/inventory-items/${world.any("iitem", (known) => !isOfShop(known))}`)
      : undefined,
  "add a level": (world) =>
    admin.post(to`/admin/inventory-items/${item(world)}/location-levels`, {
      location_id: location(world),
      stocked_quantity: world.random.whole(0, 30),
      ...some(world, { incoming_quantity: world.random.whole(0, 5) }),
    }),
  "change a level": (world) =>
    admin.post(
      to`/admin/inventory-items/${item(world)}/location-levels/${location(world)}`,
      some(world, {
        stocked_quantity: world.random.whole(20, 900),
        incoming_quantity: world.random.whole(0, 5),
      }),
    ),
  "list levels": (world) =>
    admin.get(
      to`/admin/inventory-items/${item(world)}/location-levels`,
      world.random.isLucky(0.4) ? { location_id: [location(world)] } : undefined,
    ),
  "remove a level": (world) =>
    world.random.isLucky(0.3)
      ? admin.delete(to`/admin/inventory-items/${item(world)}/location-levels/${sideLocation(world)}`)
      : undefined,
  "inventory of a variant": (world) => admin.get(to`/admin/variants/${world.any("variant")}/inventory`),
  "variant with stock": (world) => admin.get(to`/admin/variants/${world.any("variant")}`),
  "variants with stock": (world) =>
    admin.get(
      to`/admin/variants`,
      listQuery(world, { filters: { sku: "Shirt-S", title: "S" }, isPaged: false }),
    ),
  "storefront variant": (world) => visitor.get(to`/store/variants/${world.any("variant")}`),
  "storefront product": (world) => visitor.get(to`/store/products/${world.any("prod")}`),
};

const reservations: Area = {
  reserve: (world) =>
    admin.post(to`/admin/reservations`, {
      location_id: location(world),
      inventory_item_id: item(world),
      quantity: world.random.whole(1, 3),
      ...some(world, { description: world.name("For"), metadata: { a: 1 } }),
    }),
  "reserve for a line": (world) => {
    const order = world.known("order");
    const line = order && world.within("item", order.id);
    return (
      line &&
      admin.post(to`/admin/reservations`, {
        location_id: location(world),
        inventory_item_id: item(world),
        line_item_id: line.id,
        quantity: 1,
      })
    );
  },
  "change a reservation": (world) => {
    const found = world.known("resitem");
    return admin.post(
      to`/admin/reservations/${found?.id}`,
      some(world, {
        quantity: world.random.whole(1, 4),
        location_id: whereStocked(world, found?.data["inventory_item_id"]),
        description: world.name("For"),
        metadata: { b: 2 },
      }),
    );
  },
  "read a reservation": (world) => admin.get(to`/admin/reservations/${world.any("resitem")}`),
  "list reservations": (world) =>
    admin.get(
      to`/admin/reservations`,
      listQuery(world, {
        isPaged: false,
        expand: ["line_item", "inventory_item"],
        filters: {
          location_id: location(world),
          inventory_item_id: [item(world)],
          quantity: { gt: 1 },
          description: "For 1",
        },
      }),
    ),
  "delete a reservation": (world) =>
    world.random.isLucky(0.4) ? admin.delete(to`/admin/reservations/${world.any("resitem")}`) : undefined,
  "reservations of an order": (world) => admin.get(to`/admin/orders/${world.any("order")}/reservations`),
};

const sales: Area = {
  "fulfil from a location": (world) => {
    const order = world.known("order");
    const line = order && world.within("item", order.id);
    return (
      line &&
      admin.post(to`/admin/orders/${order.id}/fulfillment`, {
        items: [{ item_id: line.id, quantity: 1 }],
        location_id: location(world),
      })
    );
  },
  "return to a location": (world) => {
    const order = world.known("order");
    const line = order && world.within("item", order.id);
    return (
      line &&
      admin.post(to`/admin/orders/${order.id}/return`, {
        items: [{ item_id: line.id, quantity: 1 }],
        location_id: mainLocation(world),
        ...some(world, { receive_now: true, refund: 0 }),
      })
    );
  },
};

export const stock: Area = { ...locations, ...items, ...reservations, ...sales };
