import { type Area, to, visitor } from "../action.ts";
import { addressIn, countryOf, optionOf, sold } from "../goods.ts";
import type { Request } from "../pair.ts";
import type { Known, World } from "../world.ts";

const isOpen = ({ data }: Known): boolean => !data["completed_at"] && data["type"] === "default";

const has = (cart: Known, name: string): boolean => {
  const value = cart.data[name];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
};

/** What a cart lacks until it can be completed, one after the other. */
function nextStep(world: World, cart: Known): Request | undefined {
  const { id, data } = cart;
  const region = data["region_id"];
  if (!has(cart, "items"))
    return visitor.post(to`/store/carts/${id}/line-items`, { variant_id: sold(world), quantity: 2 });
  if (!has(cart, "email"))
    return visitor.post(to`/store/carts/${id}`, {
      email: `${world.name("buyer").replace(" ", "")}@example.com`,
    });
  if (!(data["shipping_address"] as { address_1?: unknown } | null)?.address_1)
    return visitor.post(to`/store/carts/${id}`, { shipping_address: addressIn(countryOf(world, region)) });
  if (!has(cart, "shipping_methods"))
    return visitor.post(to`/store/carts/${id}/shipping-methods`, { option_id: optionOf(world, region) });
  if (!has(cart, "payment_session")) return visitor.post(to`/store/carts/${id}/payment-sessions`);
  return visitor.post(to`/store/carts/${id}/complete`);
}

/** Carts that get what they need until they are orders. */
export const checkout: Area = {
  "next step of a checkout": (world) => {
    const cart = world.known("cart", isOpen);
    return cart && nextStep(world, cart);
  },
};
