import type { Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";

/** The path of a link to pay the cart with. */
export async function aPaymentLink(admin: Client, cartId: string, details: object = {}): Promise<string> {
  const { status, body } = await admin.post("/admin/payment-links", { cart_id: cartId, ...details });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return new URL(body.payment_link.url).pathname;
}

/** Sends a form as a browser does. */
export const sendForm = (client: Client, path: string, fields: Record<string, string | number>) =>
  client.post(path, undefined, {
    raw: new URLSearchParams(fields as Record<string, string>).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
  });

/** The hidden total of the form: what the customer sees. */
export const totalIn = (html: string): number => Number(/name="total" value="(\d+)"/.exec(html)?.[1]);

/** What there is of orders and payments for a cart. */
export async function ordersOf({ db }: Pick<TestShop, "db">, cartId: string) {
  const [found] = await db.run<{ orders: number; payments: number; sessions: number }>({
    text: `select (select count(*)::int from "order" where cart_id = $1) as orders,
      (select count(*)::int from payment where cart_id = $1) as payments,
      (select count(*)::int from payment_session where cart_id = $1) as sessions`,
    values: [cartId],
  });
  return found!;
}
