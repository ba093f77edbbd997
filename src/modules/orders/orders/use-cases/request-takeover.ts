import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announceAll } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { claimsByEmail } from "../takeover.ts";
import { findAccountOf, findOwnedOrders } from "../takeover-store.ts";
import { issueTakeoverToken } from "./takeover-token.ts";

interface Request {
  customerId: string;
  orderIds: readonly string[];
}

/**
 * A customer says that orders are theirs. Whoever has the email of an order is sent a token, and decides. Orders that
 * are not there are passed over without a word, so that nobody learns which are.
 */
export const requestTakeover = (
  { db, jwtSecret }: { db: Db; jwtSecret: string },
  { customerId, orderIds }: Request,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await findAccountOf(tx, customerId);
    if (!customer) throw new Refusal("unauthorized", "Customer does not have an account");
    const claims = claimsByEmail(await findOwnedOrders(tx, orderIds), customerId);
    await announceAll(
      tx,
      [...claims].map(([oldEmail, orders]) => ({
        name: "order-update-token.created",
        data: {
          old_email: oldEmail,
          new_customer_id: customerId,
          orders,
          token: issueTakeoverToken(jwtSecret, { claimingCustomerId: customerId, orders, oldEmail }),
        },
      })),
    );
  });
