import type { Tx } from "../../../../db/database.ts";
import { autocommit, inSideTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { lockOrderRow } from "../../orders/index.ts";
import { bookedRefunds, bookOutcomes } from "../booking-store.ts";
import { canceling, type Outcome, ownRefunds, problemIn } from "../movement.ts";
import { claimMovements } from "../movement-store.ts";
import { readPayment, readPayments } from "../payment-store.ts";
import { applyCancellation } from "./apply-cancellation.ts";
import { applyCaptures, resultOf } from "./apply-captures.ts";
import { applyPaymentRefunds, applyRefunds } from "./apply-refunds.ts";
import { askServices } from "./ask-services.ts";
import type { MoneyDeps } from "./deps.ts";
import { showWholePayment } from "./show-payment.ts";

/**
 * Finishes what somebody has begun and not ended: the services are asked again with the same keys, and the result is
 * booked, with what always follows from it. What else was to be done (a return that is received, say) is left to the
 * request that comes again: it finds the money moved.
 */
export async function finishPurpose(deps: MoneyDeps, purpose: string): Promise<Outcome[]> {
  const movements = await claimMovements(autocommit(deps.db), purpose);
  if (movements.length === 0) return [];
  const payments = await readPayments(
    deps.db,
    movements.map(({ paymentId }) => paymentId),
  );
  const outcomes = await askServices(deps, movements, payments);
  await bookBesides(deps, outcomes);
  return outcomes;
}

/** Books outside of the business the money was moved for. */
export async function bookBesides(deps: MoneyDeps, outcomes: readonly Outcome[]): Promise<void> {
  try {
    await inSideTransaction(deps.db, async (tx) =>
      follow(deps, tx, { outcomes, booked: await booked(tx, outcomes) }),
    );
  } catch (error) {
    // What follows may be refused by now, e.g. as the order has changed. The money has moved all the same.
    await inSideTransaction(deps.db, (tx) => booked(tx, outcomes));
    if (!(error instanceof Refusal)) throw error;
  }
}

async function booked(tx: Tx, outcomes: readonly Outcome[]): Promise<string[]> {
  const { orderId } = outcomes[0]!.movement;
  if (orderId !== null) await lockOrderRow(tx, orderId);
  return bookOutcomes(tx, outcomes);
}

interface Ended {
  outcomes: readonly Outcome[];
  booked: readonly string[];
}

/** What always follows from a movement. */
async function follow(deps: MoneyDeps, tx: Tx, { outcomes, booked }: Ended): Promise<void> {
  const { paymentId, purpose, kind, noNotification, ...begun } = outcomes[0]!.movement;
  // A payment of a collection may have become one of an order since it was begun.
  const orderId = begun.orderId ?? (await readPayment(tx, paymentId)).order_id;
  const refunds = () => bookedRefunds(tx, purpose, booked);
  if (orderId !== null && purpose === canceling(orderId)) {
    if (!problemIn(outcomes)) await applyCancellation(deps, tx, orderId);
  } else if (orderId !== null && kind === "capture") {
    const clear = outcomes.filter(({ result }) => result !== "unclear");
    if (clear.length > 0) await applyCaptures(deps, tx, { orderId, ...resultOf(clear) });
  } else if (orderId !== null && purpose.startsWith(ownRefunds.ofOrder)) {
    await applyRefunds(deps, tx, { orderId, refunds: await refunds(), noNotification });
  } else if (purpose.startsWith(ownRefunds.ofPayment)) {
    await applyPaymentRefunds(deps, tx, { orderId, refunds: await refunds() });
    const [last] = outcomes;
    if (last?.result === "refused") {
      const payment = await showWholePayment(deps, paymentId, tx);
      await announce(tx, "payment.payment_refund_failed", { ...payment, error: last.reason });
    }
  }
}
