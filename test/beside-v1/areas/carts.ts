import { type Area, as, some, to, visitor } from "../action.ts";
import { addressIn, countryOf, optionOf, shopRegion, sold } from "../goods.ts";
import type { Known, World } from "../world.ts";

const isOpen = ({ data }: Known) => !data["completed_at"] && data["type"] === "default";
const open = (world: World) => world.known("cart", isOpen);

export const carts: Area = {
  "create a cart": (world) =>
    as(world.random.pick(["visitor", "visitor", "ada"])).post(to`/store/carts`, {
      region_id: shopRegion(world)?.id,
      ...some(world, {
        items: [{ variant_id: sold(world), quantity: world.random.whole(1, 3) }],
        context: { ip: "::1", user_agent: "test" },
      }),
    }),
  "read a cart": (world) => visitor.get(to`/store/carts/${world.any("cart")}`),
  "add a line": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/line-items`, {
      variant_id: sold(world),
      quantity: world.random.whole(1, 3),
      ...some(world, { metadata: { note: world.random.pick(["x", "y"]) } }),
    }),
  "change a line": (world) => {
    const cart = open(world);
    const line = cart && world.within("item", cart.id);
    return visitor.post(to`/store/carts/${cart?.id}/line-items/${line?.id}`, {
      quantity: world.random.whole(0, 4),
      ...some(world, { metadata: { note: "z" } }),
    });
  },
  "remove a line": (world) => {
    const cart = open(world);
    const line = cart && world.within("item", cart.id);
    return visitor.delete(to`/store/carts/${cart?.id}/line-items/${line?.id}`);
  },
  "set the email": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}`, {
      email: `${world.name("guest").replace(" ", "")}@example.com`,
    }),
  "set the addresses": (world) => {
    const cart = open(world);
    const country = countryOf(world, cart?.data["region_id"]);
    return visitor.post(to`/store/carts/${cart?.id}`, {
      shipping_address: addressIn(country),
      ...some(world, { billing_address: addressIn(country), context: { a: 1 } }),
    });
  },
  "change the region": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}`, { region_id: shopRegion(world)?.id }),
  "apply a discount": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}`, {
      discounts: [{ code: world.known("disc")?.data["code"] ?? "NONE" }],
    }),
  "remove discounts": (world) => visitor.post(to`/store/carts/${open(world)?.id}`, { discounts: [] }),
  "remove a discount": (world) =>
    visitor.delete(
      to`/store/carts/${open(world)?.id}/discounts/${String(world.known("disc")?.data["code"] ?? "NONE")}`,
    ),
  "shipping options of a cart": (world) =>
    visitor.get(to`/store/shipping-options/${world.any("cart", isOpen)}`),
  "choose shipping": (world) => {
    const cart = open(world);
    return visitor.post(to`/store/carts/${cart?.id}/shipping-methods`, {
      option_id: world.random.isLucky(0.6) ? optionOf(world, cart?.data["region_id"]) : world.any("so"),
      ...some(world, { data: { door: 3 } }),
    });
  },
  "payment sessions": (world) => visitor.post(to`/store/carts/${open(world)?.id}/payment-sessions`),
  "choose a payment": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/payment-session`, {
      provider_id: world.random.pick(["manual", "manual", "none"]),
    }),
  "update a payment session": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/payment-sessions/manual`, { data: { a: 1 } }),
  "refresh a payment session": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/payment-sessions/manual/refresh`),
  "delete a payment session": (world) =>
    world.random.isLucky(0.3)
      ? visitor.delete(to`/store/carts/${open(world)?.id}/payment-sessions/manual`)
      : undefined,
  "calculate taxes": (world) => visitor.post(to`/store/carts/${open(world)?.id}/taxes`),
  "complete a cart": (world) => visitor.post(to`/store/carts/${world.any("cart")}/complete`),
  "order of a cart": (world) => visitor.get(to`/store/orders/cart/${world.any("cart")}`),
};
