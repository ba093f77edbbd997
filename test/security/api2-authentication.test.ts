import { createHook } from "node:async_hooks";
import { createSigner } from "fast-jwt";
import { describe, expect } from "vitest";
import type { Answer, Client } from "../support/clients/client.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aCustomer, aGuest } from "../support/factories/customers.ts";
import { ADMIN, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

// Logging in, locking out and tokens that end are in test/api: admin-auth, store-auth, login-limits, users-password,
// password-ends-tokens, carts-guessing, orders-lookup, gift-cards-storefront.
const limits = { account: 3, address: 6 };
let cartId: string;
const { it, shop } = withShop(() =>
  startShop({
    TRADEWIND_FAILURES_PER_ACCOUNT: String(limits.account),
    TRADEWIND_FAILURES_PER_ADDRESS: String(limits.address),
    TRADEWIND_TRUST_PROXY: "true",
  }),
);
it.beforeAll(async () => {
  const { id } = await aPlace(shop);
  cartId = (await shop.visitor().post("/store/carts", { region_id: id })).body.cart.id;
});

let addresses = 0;
const anAddress = () => `203.0.113.${++addresses % 250}`;
const from = (address: string): Client => shop.visitor().with({ "x-forwarded-for": address });

/** A malformed token is bad input, and does not count as a guess. */
const forgedToken = createSigner({ key: "a guess" })({ user_id: "usr_1", customer_id: "cus_1" });

type Guess = (client: Client, account: string, number: number) => Promise<Answer>;

/** Everything that can be guessed, and the answer to a wrong guess. */
const guesses: [string, Guess, "login" | "account and address" | "address"][] = [
  ["an admin's password", (client, email) => client.post("/admin/auth", { email, password: "no" }), "login"],
  [
    "an admin's password, for a token",
    (client, email) => client.post("/admin/auth/token", { email, password: "no" }),
    "login",
  ],
  [
    "a customer's password",
    (client, email) => client.post("/store/auth", { email, password: "no" }),
    "login",
  ],
  [
    "a customer's password, for a token",
    (client, email) => client.post("/store/auth/token", { email, password: "no" }),
    "login",
  ],
  [
    "an admin's reset token",
    (client, email) =>
      client.post("/admin/users/reset-password", { email, token: forgedToken, password: "new password" }),
    "account and address",
  ],
  [
    "a customer's reset token",
    (client, email) =>
      client.post("/store/customers/password-reset", { email, token: forgedToken, password: "new password" }),
    "account and address",
  ],
  [
    "a mailbox to flood with an admin's resets",
    (client, email) => client.post("/admin/users/password-token", { email }),
    "account and address",
  ],
  [
    "a mailbox to flood with a customer's resets",
    (client, email) => client.post("/store/customers/password-token", { email }),
    "account and address",
  ],
  [
    "the number of an order",
    (client, email, number) => client.get(`/store/orders?display_id=${number}&email=${email}`),
    "account and address",
  ],
  ["who has an account", (client, email) => client.get(`/store/auth/${email}`), "address"],
  [
    "the code of a gift card",
    (client, _, number) => client.get(`/store/gift-cards/GUESS-${number}`),
    "address",
  ],
  [
    "the code of a discount",
    (client, _, number) => client.post(`/store/carts/${cartId}`, { discounts: [{ code: `GUESS${number}` }] }),
    "address",
  ],
  [
    "the code of a gift card for a cart",
    (client, _, number) =>
      client.post(`/store/carts/${cartId}`, { gift_cards: [{ code: `GUESS-${number}` }] }),
    "address",
  ],
];

let accounts = 0;
const anAccount = () => `guessed-at-${++accounts}@example.com`;
const times = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("guessing", () => {
  it.each(guesses)("%s from one address has to wait, with any accounts", async (_, guess) => {
    const client = from(anAddress());
    const statuses: number[] = [];
    for (const number of times(limits.address + 1)) {
      statuses.push((await guess(client, anAccount(), number)).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each(guesses.filter(([, , by]) => by === "login"))(
    "%s of one account from one address has to wait",
    async (_, guess) => {
      const [account, client] = [anAccount(), from(anAddress())];
      const statuses: number[] = [];
      for (const number of times(limits.account + 1)) {
        statuses.push((await guess(client, account, number)).status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect(statuses.slice(0, -1)).not.toContain(429);
    },
  );

  it.each(guesses.filter(([, , by]) => by === "account and address"))(
    "%s has to wait, from however many addresses",
    async (_, guess) => {
      const account = anAccount();
      const statuses: number[] = [];
      for (const number of times(limits.account + 1)) {
        statuses.push((await guess(from(anAddress()), account, number)).status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect(statuses.slice(0, -1)).not.toContain(429);
    },
  );
});

/** How much is computed outside of JavaScript, which is where passwords are hashed. */
async function nativeWork(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === undefined || type === "undefined") count++;
    },
  }).enable();
  try {
    await work();
    return count;
  } finally {
    hook.disable();
  }
}

describe("a refused login", () => {
  it.each([
    ["/admin/auth", ADMIN.email],
    ["/store/auth", "customer@example.com"],
  ])("at %s is as much work whether there is an account or not", async (path, known) => {
    if (path === "/store/auth") await aCustomer(shop, { email: known });
    await aGuest(shop, `guest-of${path.replaceAll("/", "-")}@example.com`);
    const attempt = (email: string) =>
      nativeWork(() => from(anAddress()).post(path, { email, password: "wrong" }));
    // The first one also makes the decoy.
    await attempt("first@example.com");
    const wrongPassword = await attempt(known);
    expect(wrongPassword).toBeGreaterThan(0);
    expect(await attempt("nobody-at-all@example.com")).toBe(wrongPassword);
    expect(await attempt(`guest-of${path.replaceAll("/", "-")}@example.com`)).toBe(wrongPassword);
  });
});
