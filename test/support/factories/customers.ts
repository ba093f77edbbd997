import type { Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";

let people = 0;

/** The details of a new customer. */
export const customerDetails = (details: Record<string, unknown> = {}) => {
  const number = ++people;
  return {
    email: `customer-${number}@example.com`,
    first_name: "Some",
    last_name: `Body${number}`,
    password: "a long password",
    ...details,
  };
};

export const home = {
  first_name: "Ada",
  last_name: "Example",
  address_1: "1 Test Road",
  city: "Testville",
  country_code: "us",
  postal_code: "12345",
};

/** An account made by the shop. */
export async function aCustomer(shop: TestShop, details: Record<string, unknown> = {}) {
  const { status, body } = await shop.admin.post("/admin/customers", customerDetails(details));
  if (status !== 201) throw new Error(body.message);
  return body.customer as { id: string; email: string };
}

/** A guest: a customer without an account. */
export async function aGuest(shop: TestShop, email: string) {
  const id = `cus_guest_${++people}`;
  await shop.db.run({ text: "insert into customer (id, email) values ($1, $2)", values: [id, email] });
  return { id, email };
}

/** A customer who has just signed up, with a logged-in client. */
export async function aShopper(shop: TestShop, details: Record<string, unknown> = {}) {
  const browser: Client = shop.visitor();
  const person = customerDetails(details);
  const { status, body } = await browser.post("/store/customers", person);
  if (status !== 200) throw new Error(body.message);
  return { browser, id: body.customer.id as string, email: person.email, password: person.password };
}

export async function aGroup(shop: TestShop, name = `Group ${++people}`) {
  const { status, body } = await shop.admin.post("/admin/customer-groups", { name });
  if (status !== 200) throw new Error(body.message);
  return body.customer_group as { id: string; name: string };
}

/** What was announced about something, oldest first. */
export const eventsAbout = (shop: TestShop, id: string) =>
  shop.db.run<{ name: string; data: Record<string, unknown> }>({
    text: "select name, data from tradewind.event where entity_id = $1 order by seq",
    values: [id],
  });
