import type { Checkout } from "./checkout.ts";
import type { Client } from "./client.ts";

type Shop = Pick<Checkout, "db">;

/** What a cart holds, expired or not. */
export const holdsOf = async ({ db }: Shop, cartId: string): Promise<number[]> => {
  const rows = await db.run<{ quantity: number }>({
    text: "select quantity from tradewind.stock_hold where cart_id = $1 order by quantity",
    values: [cartId],
  });
  return rows.map(({ quantity }) => quantity);
};

/** Time goes by until what the cart holds has expired. */
export const letExpire = async ({ db }: Shop, cartId: string): Promise<void> => {
  await db.run({
    text: "update tradewind.stock_hold set expires_at = now() - interval '1 second' where cart_id = $1",
    values: [cartId],
  });
};

export async function aCartWith(
  client: Client,
  { regionId }: Pick<Checkout, "regionId">,
  items: { variant_id: string; quantity: number }[],
): Promise<{ id: string; items: { id: string; quantity: number }[] }> {
  const { status, body } = await client.post("/store/carts", { region_id: regionId, items });
  if (status !== 200) throw new Error(body.message);
  return body.cart;
}

export const openPayment = (client: Client, cartId: string) =>
  client.post(`/store/carts/${cartId}/payment-sessions`);
