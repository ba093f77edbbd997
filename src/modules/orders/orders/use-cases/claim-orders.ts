import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announceAll } from "../../../../events/define-events.ts";
import type { MakePrivateData } from "../../../../events/private-data.ts";
import type { GuessLimits } from "../../../../http/guess-limits.ts";
import { readToken, signToken } from "../../../../http/signed-token.ts";
import { minutes } from "../../../../kernel/dates.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { ShopSecrets } from "../../../../kernel/shop-secrets.ts";
import { orderEvents } from "../events.ts";
import { claimsByEmail, invalidToken, type OrderClaimToken, ordersToAssign } from "../order-claim.ts";
import { assignOrders, findAccount, findOwnedOrders, lockOwnedOrders } from "../order-claim-store.ts";

interface Deps {
  db: Db;
  secrets: ShopSecrets;
}

interface OrderClaimRequest {
  customerId: string;
  orderIds: readonly string[];
  ip: string;
}

/**
 * Sends a token to the email of each order that a customer claims; the owner of that email confirms the claim. Unknown
 * ids are ignored, so that the response does not reveal which orders exist.
 */
export function requestOrderClaim(
  { db, limits }: { db: Db; limits: GuessLimits },
  request: OrderClaimRequest,
): Promise<void> {
  const attempt = { what: "order-claim", account: request.customerId, address: request.ip };
  // Successful requests count as well: they must not flood the mailbox of another customer.
  const isSuccess = () => false;
  return limits.guarded(attempt, () => announceClaims(db, request), isSuccess);
}

const announceClaims = (db: Db, { customerId, orderIds }: OrderClaimRequest): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await findAccount(tx, customerId);
    if (!customer) throw new Refusal("unauthorized", "Customer does not have an account");
    const claims = claimsByEmail(await findOwnedOrders(tx, orderIds), customerId);
    await announceAll(
      tx,
      [...claims].map(([oldEmail, orders]) =>
        orderEvents.of("order-update-token.created", {
          old_email: oldEmail,
          new_customer_id: customerId,
          orders,
        }),
      ),
    );
  });

/** The token of `order-update-token.created`. */
export const orderClaimToken =
  ({ secrets }: { secrets: ShopSecrets }): MakePrivateData =>
  async ({ data, occurredAt: issuedAt }) => {
    const { old_email: oldEmail, new_customer_id: claimingCustomerId, orders } = data;
    const claims = { claimingCustomerId, orders, oldEmail, purpose: PURPOSE };
    const token = signToken(secrets, { claims, expiresIn: CLAIM_TIME, issuedAt });
    return { data: { token }, validUntil: new Date(issuedAt.getTime() + CLAIM_TIME) };
  };

/** Assigns all orders of the token to the account, or none. A repeated request has no effect. */
export async function confirmOrderClaim({ db, secrets }: Deps, token: string): Promise<void> {
  const claim = readOrderClaimToken(secrets, token);
  await inTransaction(db, async (tx) => {
    const ids = ordersToAssign(await lockOwnedOrders(tx, claim.orders), claim);
    const customer = await findAccount(tx, claim.claimingCustomerId);
    if (!customer) throw invalidToken();
    const assigned = await assignOrders(tx, { ids, customerId: customer.id, email: customer.email });
    await orderEvents.announceEach(tx, "order.updated", assigned);
  });
}

// Separates these tokens from others with the same secret. Keep the value: issued tokens contain it.
const PURPOSE = "order-takeover";

/** How long a token is valid, as in v1. */
const CLAIM_TIME = minutes(15);

function readOrderClaimToken(secrets: ShopSecrets, token: string): OrderClaimToken {
  const { purpose, claimingCustomerId, orders, oldEmail, exp } = readToken(secrets, token) ?? {};
  const isOurs = purpose === PURPOSE && typeof oldEmail === "string";
  const isOfV1 = purpose === undefined && oldEmail === undefined && exp !== undefined;
  const isComplete = (isOurs || isOfV1) && typeof claimingCustomerId === "string" && Array.isArray(orders);
  if (!isComplete) throw invalidToken();
  return { claimingCustomerId, orders, oldEmail: isOurs ? oldEmail : null };
}
