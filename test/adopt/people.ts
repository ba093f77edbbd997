import { ADMIN } from "../../bench/support/server.ts";
import type { Body } from "./api.ts";
import { inDatabase } from "./databases.ts";
import { customerLogin } from "./life/people.ts";
import { PASSWORD } from "./life/shop.ts";
import type { Running } from "./servers.ts";

/** Somebody who can log in. */
export interface Account {
  area: "admin" | "store";
  email: string;
  password: string;
}

const USERS = ["grace@shop.example", "linus@shop.example"].map(
  (email): Account => ({ area: "admin", email, password: PASSWORD }),
);

/** Everybody who has an account in the shop that v1 has made. */
export const accountsIn = (databaseUrl: string): Promise<Account[]> =>
  inDatabase(databaseUrl, async (ask) => {
    const found = await ask<{ email: string }>(
      "select email from customer where has_account and deleted_at is null order by email",
    );
    const customers = found.map(({ email }): Account => ({ area: "store", ...customerLogin(email) }));
    return [{ area: "admin", ...ADMIN }, ...(customers.length > 0 ? USERS : []), ...customers];
  });

/** Who cannot log in, by token and by session. */
export async function lockedOut(server: Running, accounts: readonly Account[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { area, email, password } of accounts)
    for (const way of ["auth", "auth/token"]) {
      const { status, body } = await server.visitor.ask("POST", `/${area}/${way}`, { email, password });
      if (status !== 200)
        problems.push(`${email} cannot log in: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    }
  return problems;
}

export interface Meanwhile {
  accounts: Account[];
  /** The customer whose row has changed. */
  changedId: string;
  /** Orders that were placed on Tradewind, with their totals. */
  orders: { id: string; total: number }[];
  /** The variant that they have. */
  soldId: string;
}

/** While Tradewind serves the shop, people log in, one changes the password, others come, and orders are placed. */
export async function liveMeanwhile(server: Running, accounts: readonly Account[]): Promise<Meanwhile> {
  const now = [...accounts];
  const changing = now.findIndex(({ area }) => area === "store");
  const old = now[changing]!;
  const changed: Account = { ...old, password: "another password, since Tradewind" };
  const api = await server.visitor.as("store", old);
  const { customer } = await api.post("/store/customers/me", { password: changed.password });
  now[changing] = changed;
  const newcomer: Account = {
    area: "store",
    email: "newcomer@example.com",
    password: "a password since Tradewind",
  };
  const { area: _, ...login } = newcomer;
  await server.visitor.post("/store/customers", { ...login, first_name: "New", last_name: "Comer" });
  const user: Account = {
    area: "admin",
    email: "newuser@shop.example",
    password: "a password since Tradewind",
  };
  await server.admin.post("/admin/users", { email: user.email, password: user.password, role: "member" });
  const { products } = await server.visitor.get("/store/products", { limit: 100, title: "Scarf" });
  const soldId = products[0].variants[0].id;
  return {
    accounts: [...now, newcomer, user],
    changedId: customer.id,
    orders: await ordersOf(server, { newcomer, soldId }),
    soldId,
  };
}

async function ordersOf(
  { visitor, admin }: Running,
  { newcomer, soldId }: { newcomer: Account; soldId: string },
): Promise<Meanwhile["orders"]> {
  const { regions } = await visitor.get("/store/regions");
  const customer = await visitor.as("store", newcomer);
  const orders: Meanwhile["orders"] = [];
  for (const [index, region] of regions.entries()) {
    const api = index % 2 ? customer : visitor;
    const { cart } = await api.post("/store/carts", {
      region_id: region.id,
      items: [{ variant_id: soldId, quantity: 2 }],
    });
    const at = `/store/carts/${cart.id}`;
    const address = { first_name: "N", last_name: "C", address_1: "S 1", city: "T", postal_code: "1" };
    const country_code = region.countries[0].iso_2;
    const email = index % 2 ? newcomer.email : "guest-of-tradewind@example.com";
    await api.post(at, { email, shipping_address: { ...address, country_code } });
    const { shipping_options } = await api.get(`/store/shipping-options/${cart.id}`);
    const option = shipping_options.find(({ name }: Body) => name.startsWith("Delivery"));
    await api.post(`${at}/shipping-methods`, { option_id: option.id });
    await api.post(`${at}/payment-sessions`);
    const { data } = await api.post(`${at}/complete`);
    if (index % 2) await admin.post(`/admin/orders/${data.id}/capture`);
    orders.push({ id: data.id, total: data.total });
  }
  return orders;
}
