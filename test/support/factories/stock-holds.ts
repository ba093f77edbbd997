import type { Client } from "../clients/client.ts";
import type { Checkout } from "./checkout.ts";

type Shop = Pick<Checkout, "db">;

/** The quantities of the stock holds of a cart, expired ones too. */
export const holdsOf = async ({ db }: Shop, cartId: string): Promise<number[]> => {
  const rows = await db.run<{ quantity: number }>({
    text: "select quantity from tradewind.stock_hold where cart_id = $1 order by quantity",
    values: [cartId],
  });
  return rows.map(({ quantity }) => quantity);
};

/** Makes the stock holds of the cart expire. */
export const letExpire = async ({ db }: Shop, cartId: string): Promise<void> => {
  await db.run({
    text: "update tradewind.stock_hold set expires_at = now() - interval '1 second' where cart_id = $1",
    values: [cartId],
  });
};

export const openPayment = (client: Client, cartId: string) =>
  client.post(`/store/carts/${cartId}/payment-sessions`);
