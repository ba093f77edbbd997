import { ADDRESS, type Ids } from "./requests.ts";

interface Answer {
  /** The session, as the next request sends it. */
  cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  body: any;
}

/** Sends a request to the server in this process. Throws when it is refused. */
export type Send = (
  method: "GET" | "POST",
  path: string,
  options?: { body?: object | undefined; cookie?: string },
) => Promise<Answer>;

const REGION = {
  name: "Home",
  currency_code: "usd",
  tax_rate: 10,
  countries: ["us"],
  payment_providers: ["manual"],
  fulfillment_providers: ["manual"],
};

const OPTION = {
  name: "By post",
  provider_id: "manual",
  data: { id: "manual-fulfillment" },
  price_type: "flat_rate",
  amount: 500,
};

const BOOT = {
  title: "Boot",
  status: "published",
  options: [{ title: "Size" }],
  variants: [
    {
      title: "One",
      inventory_quantity: 100,
      options: [{ value: "one" }],
      prices: [{ currency_code: "usd", amount: 1000 }],
    },
  ],
};

const CUSTOMER = {
  email: "grace@example.com",
  first_name: "Grace",
  last_name: "Hull",
  password: "of a recorded customer",
};

/** A shop with one of everything that the recorded requests are about. */
export async function makeShop(send: Send, cookie: string): Promise<Ids> {
  const made = async (path: string, body: object) =>
    Object.values((await send("POST", path, { body, cookie })).body)[0] as {
      id: string;
      variants: { id: string }[];
    };
  const { id: region } = await made("/admin/regions", REGION);
  const { id: option } = await made("/admin/shipping-options", { ...OPTION, region_id: region });
  const { id: collection } = await made("/admin/collections", { title: "Boots" });
  const boot = await made("/admin/products", { ...BOOT, collection_id: collection });
  const { id: customer } = await made("/admin/customers", CUSTOMER);
  const variant = boot.variants[0]!.id;
  const aCart = () =>
    made("/store/carts", { region_id: region, items: [{ variant_id: variant, quantity: 1 }] });
  const order = await buy(send, { cart: (await aCart()).id, option });
  const { id: cart } = await aCart();
  return { region, option, collection, product: boot.id, variant, customer, order, cart };
}

async function buy(send: Send, { cart, option }: Pick<Ids, "cart" | "option">): Promise<string> {
  const path = `/store/carts/${cart}`;
  await send("POST", path, { body: { email: CUSTOMER.email, shipping_address: ADDRESS } });
  await send("POST", `${path}/shipping-methods`, { body: { option_id: option } });
  await send("POST", `${path}/payment-sessions`);
  return (await send("POST", `${path}/complete`)).body.data.id;
}
