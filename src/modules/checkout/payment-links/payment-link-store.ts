import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { PaymentLink } from "./payment-link.ts";

interface NewLink {
  id: string;
  cartId: string;
  expiresAt: Date;
}

const put = compiledReturningWrite<NewLink, PaymentLink>(
  "payment-link-put",
  { inserts: ["tradewind.payment_link"], updates: ["tradewind.payment_link"] },
  (p) => sql<PaymentLink>`insert into tradewind.payment_link (cart_id, id, expires_at)
    values (${p.cartId}, ${p.id}, ${p.expiresAt}::timestamptz)
    on conflict (cart_id) do update set id = excluded.id, expires_at = excluded.expires_at, created_at = now()
    returning id, cart_id, created_at, expires_at`,
);

/** The new link replaces the one that the cart had. */
export async function putLink(tx: Tx, link: NewLink): Promise<PaymentLink> {
  const [saved] = await put(tx, link);
  return saved!;
}

const byCart = compiledSql<{ cartId: string }, PaymentLink>(
  "payment-link-of-cart",
  (p) => sql<PaymentLink>`select id, cart_id, created_at, expires_at
    from tradewind.payment_link where cart_id = ${p.cartId}`,
);

export async function findLinkOfCart(on: Connection, cartId: string): Promise<PaymentLink | null> {
  const [found] = await byCart(on, { cartId });
  return found ?? null;
}

const byId = compiledSql<{ id: string }, PaymentLink>(
  "payment-link-by-id",
  (p) => sql<PaymentLink>`select id, cart_id, created_at, expires_at
    from tradewind.payment_link where id = ${p.id}`,
);

export async function findLink(on: Connection, id: string): Promise<PaymentLink | null> {
  const [found] = await byId(on, { id });
  return found ?? null;
}

const remove = compiledReturningWrite<{ cartId: string }, { id: string }>(
  "payment-link-delete",
  { deletes: ["tradewind.payment_link"] },
  (p) => sql<{ id: string }>`delete from tradewind.payment_link where cart_id = ${p.cartId} returning id`,
);

export const deleteLink = async (tx: Tx, cartId: string): Promise<boolean> =>
  (await remove(tx, { cartId })).length > 0;
