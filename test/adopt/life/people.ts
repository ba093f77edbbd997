import type { Body } from "../api.ts";
import { PASSWORD, PEOPLE, type Shop } from "./shop.ts";

export const addressIn = (country_code: string, index: number) => ({
  first_name: PEOPLE[index % PEOPLE.length],
  last_name: "Old",
  address_1: `Street ${index}`,
  ...(index % 3 === 0 && { address_2: "Back house", company: "Old & Sons", phone: "+45 12345678" }),
  city: "Town",
  country_code,
  postal_code: String(1000 + index),
  ...(index % 5 === 0 && { metadata: { door: 3 } }),
});

const loginOf = (name: string, index: number) => ({
  email: `${name.toLowerCase()}@example.com`,
  password: `${PASSWORD} ${index}`,
});

/** The account of this customer in a shop that has lived. */
export const customerLogin = (email: string) =>
  PEOPLE.map(loginOf).find((login) => login.email === email) ?? { email, password: PASSWORD };

/** Customers with accounts, their groups and addresses. Guests come with their orders. */
export async function welcomePeople(shop: Shop): Promise<void> {
  const { admin, visitor, customers } = shop;
  for (const [index, first_name] of PEOPLE.entries()) {
    const login = loginOf(first_name, index);
    const more = { first_name, last_name: "Old", ...(index % 2 && { phone: `+45 000${index}` }) };
    const { customer } = await visitor.post("/store/customers", { ...login, ...more });
    const api = await visitor.as("store", login);
    customers.push({ id: customer.id, ...login, api });
    const address = addressIn(shop.regions[index % 4]!.country, index);
    if (index % 2 === 0) await api.post("/store/customers/me/addresses", { address });
    if (index % 4 === 0)
      await api.post("/store/customers/me", { metadata: { size: "M" }, billing_address: address });
  }
  const office = {
    email: "office@example.com",
    first_name: "Made",
    last_name: "By office",
    password: PASSWORD,
  };
  await admin.post("/admin/customers", office);
  const group = async (name: string, members: typeof customers) => {
    const { customer_group } = await admin.post("/admin/customer-groups", { name, metadata: { level: 2 } });
    const customer_ids = members.map(({ id }) => ({ id }));
    await admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, { customer_ids });
    return customer_group.id as string;
  };
  const wholesale = await group("Wholesale", customers.slice(0, 3));
  const staff = await group("Staff", customers.slice(2, 5));
  await offerPrices(shop, [wholesale, staff]);
  await giveDiscounts(shop, wholesale);
}

async function offerPrices({ admin, variantIds, regions }: Shop, groups: string[]): Promise<void> {
  const price = (variant_id: string, amount: number) => ({ variant_id, amount, currency_code: "eur" });
  const list = { description: "From the old office", status: "active" };
  await admin.post("/admin/price-lists", {
    ...list,
    name: "Wholesale",
    type: "override",
    prices: variantIds.slice(0, 4).map((id, index) => price(id, 700 + index)),
    customer_groups: [{ id: groups[0] }],
  });
  await admin.post("/admin/price-lists", {
    ...list,
    name: "Sale",
    type: "sale",
    prices: [
      ...variantIds.slice(4, 8).map((id, index) => price(id, 650 + index)),
      { variant_id: variantIds[5], amount: 600, region_id: regions[1]!.id, min_quantity: 2, max_quantity: 9 },
    ],
  });
  const past = { starts_at: "2020-01-01T00:00:00.000Z", ends_at: "2020-02-01T00:00:00.000Z" };
  await admin.post("/admin/price-lists", {
    ...list,
    ...past,
    name: "Long over",
    type: "sale",
    prices: [price(variantIds[0]!, 1)],
  });
  await admin.post("/admin/price-lists", {
    ...list,
    name: "Draft",
    type: "sale",
    status: "draft",
    prices: [],
  });
}

async function giveDiscounts(shop: Shop, groupId: string): Promise<void> {
  const { admin, regions, products } = shop;
  const all = regions.map(({ id }) => id);
  const discount = async (code: string, rule: object, more: object = {}): Promise<Body> => {
    const body = {
      code,
      rule: { description: code, ...rule },
      regions: all,
      is_dynamic: false,
      is_disabled: false,
    };
    return (await admin.post("/admin/discounts", { ...body, ...more })).discount;
  };
  await discount("TENPERCENT", { type: "percentage", value: 10, allocation: "total" });
  await discount("FIXEDTOTAL", { type: "fixed", value: 500, allocation: "total" }, { regions: [all[0]] });
  await discount("FIXEDITEM", { type: "fixed", value: 70, allocation: "item" }, { regions: [all[1]] });
  await discount("FREESHIP", { type: "free_shipping", value: 0, allocation: "total" });
  await discount("LAMPS", {
    type: "percentage",
    value: 25,
    allocation: "item",
    conditions: [{ operator: "in", products: [products[2].id, products[0].id] }],
  });
  await discount("NOTMUGS", {
    type: "percentage",
    value: 5,
    allocation: "item",
    conditions: [{ operator: "not_in", products: [products[1].id] }],
  });
  await discount("GROUP", {
    type: "percentage",
    value: 15,
    allocation: "total",
    conditions: [{ operator: "in", customer_groups: [groupId] }],
  });
  const ended = { starts_at: "2020-01-01T00:00:00.000Z", ends_at: "2020-02-01T00:00:00.000Z" };
  await discount("LONGOVER", { type: "percentage", value: 50, allocation: "total" }, ended);
  await discount("DISABLED", { type: "percentage", value: 50, allocation: "total" }, { is_disabled: true });
  const dynamic = await discount(
    "DYNAMIC",
    { type: "percentage", value: 20, allocation: "total" },
    { is_dynamic: true, valid_duration: "P300Y", usage_limit: 100 },
  );
  await admin.post(`/admin/discounts/${dynamic.id}/dynamic-codes`, { code: "DYN-ADA", usage_limit: 50 });
  const gone = await discount("GONE", { type: "percentage", value: 1, allocation: "total" });
  await admin.delete(`/admin/discounts/${gone.id}`);
  shop.codes.push("TENPERCENT", "FIXEDTOTAL", "FIXEDITEM", "FREESHIP", "LAMPS", "NOTMUGS", "DYN-ADA");
}
