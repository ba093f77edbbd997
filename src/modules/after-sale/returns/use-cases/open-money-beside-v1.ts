import { mayV1Run } from "../../../../db/adoption.ts";
import type { Tx } from "../../../../db/database.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import type { LockedOrder } from "../../../orders/orders/index.ts";

/** Why money of received goods would stay open, and what to do instead. */
interface OpenMoney {
  reason: string;
  remedy: string;
}

/**
 * For goods that are received while some of their money stays open: it is not captured later, or another user pays it back.
 * v1 does not know that, and would capture everything or pay nothing back. So it is refused as long as v1 may run on the same
 * database.
 */
async function refuseOpenMoneyBesideV1(tx: Tx, { reason, remedy }: OpenMoney): Promise<void> {
  if (!(await mayV1Run(tx))) return;
  throw notAllowed(
    `${reason}, and v1, which may run on this database, does not know what is owed for returned goods. ${remedy}`,
  );
}

/** v1 refuses to refund what is not captured, too. */
export async function refuseUnpaidBesideV1(tx: Tx, order: LockedOrder, unpaid: number): Promise<void> {
  if (unpaid === 0 || !hasOpenPayment(order)) return;
  await refuseOpenMoneyBesideV1(tx, {
    reason: "The payment is not captured",
    remedy: "Capture it first, or send refund: 0 and settle the money later.",
  });
}

export const refuseRefundDueBesideV1 = (tx: Tx): Promise<void> =>
  refuseOpenMoneyBesideV1(tx, {
    reason: "Without the permission payments:write the refund would stay open",
    remedy: "A user with payments:write can receive these goods.",
  });

/** Whether something of the order itself can still be captured. */
function hasOpenPayment({ payments, swaps }: LockedOrder): boolean {
  const ofSwaps = new Set(swaps.flatMap(({ payment }) => payment?.id ?? []));
  return payments.some(
    ({ id, captured_at, canceled_at }) => captured_at === null && canceled_at === null && !ofSwaps.has(id),
  );
}
