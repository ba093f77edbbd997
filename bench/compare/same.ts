import type { Body, LoadClient } from "../support/client.ts";
import { Problem } from "../support/problem.ts";
import { firstDifference } from "./difference.ts";
import type { Visit } from "./rows.ts";
import type { Name } from "./systems.ts";

type Answers = Record<string, Body>;

/** What is measured is only worth comparing if both do the same work: they must give the same answers. */
export async function checkSame(visits: readonly { name: Name; visit: Visit }[]): Promise<number> {
  const [ours, theirs] = await Promise.all(visits.map(({ visit }) => answersOf(visit)));
  const differences = Object.entries(ours!).flatMap(
    ([question, answer]) => firstDifference(answer, theirs![question], question) ?? [],
  );
  if (differences.length > 0) {
    throw new Problem(
      `Tradewind (here) and v1.20 (there) do not answer the same:\n${differences.join("\n")}`,
    );
  }
  return ours!["the order"].total;
}

async function answersOf({ visitor, admin, shop }: Visit): Promise<Answers> {
  const priced = `region_id=${shop.regionId}`;
  return {
    "storefront list": await visitor.get("/store/products?limit=100"),
    "priced list": await visitor.get(`/store/products?limit=100&${priced}`),
    product: await visitor.get(`/store/products/${shop.productIds[0]}?${priced}`),
    "admin products": await admin.get("/admin/products?limit=100"),
    ...(await bought(visitor, { shop })),
    "admin orders": await admin.get("/admin/orders?limit=20"),
  };
}

/** One checkout, looked at on the way. */
async function bought(visitor: LoadClient, { shop }: Pick<Visit, "shop">): Promise<Answers> {
  const address = {
    first_name: "Ada",
    last_name: "Lovelace",
    address_1: "12 St James Square",
    city: "Testville",
    country_code: shop.country,
    postal_code: "1234",
  };
  const { cart: created } = await visitor.post("/store/carts", {
    region_id: shop.regionId,
    country_code: shop.country,
  });
  const at = `/store/carts/${created.id}`;
  for (const variant_id of shop.variantIds.slice(0, 2)) {
    await visitor.post(`${at}/line-items`, { variant_id, quantity: 2 });
  }
  const people = { email: "ada@example.com", shipping_address: address, billing_address: address };
  await visitor.post(at, people);
  const options = await visitor.get(`/store/shipping-options/${created.id}`);
  await visitor.post(`${at}/shipping-methods`, { option_id: shop.shippingOptionId });
  await visitor.post(`${at}/payment-sessions`);
  const { cart } = await visitor.get(at);
  const { type, data: order } = await visitor.post(`${at}/complete`);
  if (type !== "order") throw new Problem(`the checkout made no order but a ${type}`);
  return { "the new cart": created, "shipping options": options, "the cart": cart, "the order": order };
}
