import { type Area, as, some, to, visitor } from "../action.ts";
import { COUNTRIES } from "../shop.ts";
import type { Known, World } from "../world.ts";

const isOpen = ({ data }: Known) => !data["completed_at"] && data["type"] === "default";
const open = (world: World) => world.known("cart", isOpen);
const regions = (world: World) =>
  world.any("reg", ({ data }) => ["North", "South"].includes(String(data["name"])));
const sold = (world: World) => world.any("variant", ({ data }) => ["S", "M"].includes(String(data["title"])));
const address = (country_code: string) => ({
  first_name: "A",
  last_name: "B",
  address_1: "Street 1",
  city: "Town",
  country_code,
  postal_code: "1000",
});

export const carts: Area = {
  "create a cart": (world) =>
    as(world.dice.pick(["visitor", "visitor", "ada"])).post(to`/store/carts`, {
      region_id: regions(world),
      ...some(world, {
        items: [{ variant_id: sold(world), quantity: world.dice.whole(1, 3) }],
        context: { ip: "::1", user_agent: "test" },
      }),
    }),
  "read a cart": (world) => visitor.get(to`/store/carts/${world.any("cart")}`),
  "add a line": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/line-items`, {
      variant_id: sold(world),
      quantity: world.dice.whole(1, 3),
      ...some(world, { metadata: { note: world.dice.pick(["x", "y"]) } }),
    }),
  "change a line": (world) => {
    const cart = open(world);
    const line = cart && world.within("item", cart.id);
    return visitor.post(to`/store/carts/${cart?.id}/line-items/${line?.id}`, {
      quantity: world.dice.whole(0, 4),
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
    const isNorth = world.known(
      "reg",
      ({ data, id }) => data["name"] === "North" && id.ours === cart?.data["region_id"],
    );
    const country = isNorth ? COUNTRIES.north : COUNTRIES.south;
    return visitor.post(to`/store/carts/${cart?.id}`, {
      shipping_address: address(country),
      ...some(world, { billing_address: address(country), context: { a: 1 } }),
    });
  },
  "change the region": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}`, { region_id: regions(world) }),
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
  "choose shipping": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/shipping-methods`, {
      option_id: world.any("so"),
      ...some(world, { data: { door: 3 } }),
    }),
  "payment sessions": (world) => visitor.post(to`/store/carts/${open(world)?.id}/payment-sessions`),
  "choose a payment": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/payment-session`, {
      provider_id: world.dice.pick(["manual", "manual", "none"]),
    }),
  "update a payment session": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/payment-sessions/manual`, { data: { a: 1 } }),
  "refresh a payment session": (world) =>
    visitor.post(to`/store/carts/${open(world)?.id}/payment-sessions/manual/refresh`),
  "delete a payment session": (world) =>
    world.dice.isLucky(0.3)
      ? visitor.delete(to`/store/carts/${open(world)?.id}/payment-sessions/manual`)
      : undefined,
  "calculate taxes": (world) => visitor.post(to`/store/carts/${open(world)?.id}/taxes`),
  "complete a cart": (world) => visitor.post(to`/store/carts/${world.any("cart")}/complete`),
  "order of a cart": (world) => visitor.get(to`/store/orders/cart/${world.any("cart")}`),
};
