import { randomBytes } from "node:crypto";
import type { LoadClient } from "../support/client.ts";
import type { Shop } from "./shop.ts";

export interface Operation {
  name: string;
  /** Makes what this many runs need; it is not measured. */
  prepare?(count: number): Promise<void>;
  run(client: number): Promise<void>;
  /** It runs on a server whose cache of catalogue answers is off. */
  isWithoutMemory?: boolean;
  /** What else happens meanwhile. Its cost counts. Returns how to end it. */
  besides?(): () => Promise<void>;
}

/** How long each step of the checkout took. */
export type Steps = Map<string, number[]>;

const LINES_A_CART = 2;
const CARTS_AT_ONCE = 4;

export function operationsOf(visitor: LoadClient, shop: Shop, steps: Steps): Operation[] {
  const buyers = buyersOf(visitor, shop);
  return [cartRead(visitor, buyers), cartCreate(buyers), addLine(buyers), checkout(buyers, steps)];
}

function buyersOf(visitor: LoadClient, { regionId, country, variantIds, shippingOptionId }: Shop) {
  const run = randomBytes(4).toString("hex");
  let buyers = 0;
  let lines = 0;
  const address = {
    first_name: "Ada",
    last_name: "Lovelace",
    address_1: "12 St James Square",
    city: "Testville",
    country_code: country,
    postal_code: "1234",
    phone: "5550100",
  };
  const at = (cartId: string) => `/store/carts/${cartId}`;
  return {
    create: async (): Promise<string> =>
      (await visitor.post("/store/carts", { region_id: regionId, country_code: country })).cart.id,
    addLine: (cartId: string): Promise<void> => {
      const variantId = variantIds[lines++ % variantIds.length];
      return visitor.justPost(`${at(cartId)}/line-items`, { variant_id: variantId, quantity: 1 });
    },
    introduce: (cartId: string): Promise<void> =>
      visitor.justPost(at(cartId), {
        email: `buyer-${run}-${++buyers}@example.com`,
        shipping_address: address,
        billing_address: address,
      }),
    listShippingOptions: (cartId: string): Promise<void> =>
      visitor.justGet(`/store/shipping-options/${cartId}`),
    chooseShipping: (cartId: string): Promise<void> =>
      visitor.justPost(`${at(cartId)}/shipping-methods`, { option_id: shippingOptionId }),
    openPayment: (cartId: string): Promise<void> => visitor.justPost(`${at(cartId)}/payment-sessions`),
    complete: async (cartId: string): Promise<void> => {
      const { type } = await visitor.post(`${at(cartId)}/complete`);
      if (type !== "order") throw new Error(`the cart was not completed: it is still a ${type}`);
    },
  };
}

type Buyers = ReturnType<typeof buyersOf>;

/** Everybody looks at a cart of their own, which is ready to be paid. */
function cartRead(visitor: LoadClient, buyers: Buyers): Operation {
  const carts: Promise<string>[] = [];
  return {
    name: "cart read",
    async run(client) {
      carts[client] ??= filled(buyers);
      await visitor.justGet(`/store/carts/${await carts[client]}`);
    },
  };
}

async function filled(buyers: Buyers): Promise<string> {
  const cartId = await buyers.create();
  for (let line = 0; line < LINES_A_CART; line++) await buyers.addLine(cartId);
  await buyers.introduce(cartId);
  await buyers.chooseShipping(cartId);
  return cartId;
}

const cartCreate = (buyers: Buyers): Operation => ({
  name: "cart create",
  run: async () => {
    await buyers.create();
  },
});

/** The first and the second line of carts that were made before. Every client fills one after the other. */
function addLine(buyers: Buyers): Operation {
  const empty: string[] = [];
  const begun: (string | undefined)[] = [];
  const makeCarts = async (count: number) => {
    for (let made = 0; made < count; made++) empty.push(await buyers.create());
  };
  return {
    name: "add line",
    async prepare(count) {
      const each = Math.ceil((count / LINES_A_CART - empty.length) / CARTS_AT_ONCE);
      await Promise.all(Array.from({ length: CARTS_AT_ONCE }, () => makeCarts(each)));
    },
    async run(client) {
      const second = begun[client];
      const cartId = second ?? empty.pop() ?? (await buyers.create());
      begun[client] = second ? undefined : cartId;
      await buyers.addLine(cartId);
    },
  };
}

/** From an empty cart to an order, one request after the other. */
function checkout(buyers: Buyers, steps: Steps): Operation {
  const timed = async <Result>(name: string, step: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await step();
    const times = steps.get(name) ?? [];
    times.push(performance.now() - began);
    steps.set(name, times);
    return result;
  };
  return {
    name: "full checkout",
    async run() {
      const cartId = await timed("create the cart", () => buyers.create());
      for (let line = 0; line < LINES_A_CART; line++) await timed("add a line", () => buyers.addLine(cartId));
      await timed("email and addresses", () => buyers.introduce(cartId));
      await timed("list shipping options", () => buyers.listShippingOptions(cartId));
      await timed("choose shipping", () => buyers.chooseShipping(cartId));
      await timed("open payment sessions", () => buyers.openPayment(cartId));
      await timed("complete", () => buyers.complete(cartId));
    },
  };
}
