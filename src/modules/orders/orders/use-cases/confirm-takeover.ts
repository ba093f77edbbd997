import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announceEach } from "../../../../events/announce.ts";
import { handedOver, invalidToken } from "../takeover.ts";
import { findAccountOf, giveOrders, lockOwnedOrders } from "../takeover-store.ts";
import { readTakeoverToken } from "./takeover-token.ts";

/** Whoever holds the token lets the orders go over, all of them or none. A second time changes nothing. */
export async function confirmTakeover(
  { db, jwtSecret }: { db: Db; jwtSecret: string },
  token: string,
): Promise<void> {
  const takeover = readTakeoverToken(jwtSecret, token);
  await inTransaction(db, async (tx) => {
    const ids = handedOver(await lockOwnedOrders(tx, takeover.orders), takeover);
    const customer = await findAccountOf(tx, takeover.claimingCustomerId);
    if (!customer) throw invalidToken();
    const given = await giveOrders(tx, { ids, customerId: customer.id, email: customer.email });
    await announceEach(tx, "order.updated", given);
  });
}
