import { sql } from "kysely";
import type { Connection, Tx, WriteConnection } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Movement, MovementKind, Step } from "./movement.ts";

// Longer than a payment service is waited for.
const LEASE = sql`interval '40 seconds'`;

interface MovementRow {
  id: string;
  kind: MovementKind;
  payment_id: string;
  order_id: string | null;
  amount: number;
  purpose: string;
  no_notification: boolean | null;
}

const toMovement = ({ payment_id, order_id, no_notification, ...row }: MovementRow): Movement => ({
  ...row,
  paymentId: payment_id,
  orderId: order_id,
  noNotification: no_notification,
});

const insert = compiledReturningWrite<{ orderId: string | null; steps: string }, unknown>(
  "money-movement-insert",
  { inserts: ["tradewind.payment_operation"] },
  (p) => sql`
    insert into tradewind.payment_operation (id, kind, payment_id, order_id, amount, purpose, refund_id, is_of_payment,
      reason, note, no_notification, request, claimed_until, next_try_at)
    select sent.id, sent.kind, sent.payment_id, ${p.orderId}, sent.amount, sent.purpose, sent.refund_id,
      coalesce(sent.is_of_payment, false), sent.reason, sent.note, sent.no_notification, sent.request,
      now() + ${LEASE}, now() + ${LEASE}
    from jsonb_to_recordset(${p.steps}::jsonb) as sent(id text, kind text, payment_id varchar, amount integer,
      purpose text, refund_id varchar, is_of_payment boolean, reason text, note text, no_notification boolean,
      request text)`,
);

/** Writes down what is about to be asked; whoever does it is the one who asks. */
export async function insertMovements(
  tx: Tx,
  orderId: string | null,
  steps: readonly Step[],
): Promise<Movement[]> {
  const movements = steps.map(({ kind, paymentId, amount, purpose, refund }) => ({
    id: newId("mov"),
    kind,
    paymentId,
    orderId,
    amount,
    purpose,
    noNotification: refund?.noNotification ?? null,
  }));
  const rows = movements.map(({ id, kind, paymentId, amount, purpose, noNotification }, index) => {
    const { refund } = steps[index]!;
    return {
      id,
      kind,
      payment_id: paymentId,
      amount,
      purpose,
      refund_id: refund?.id,
      is_of_payment: refund?.isOfPayment,
      reason: refund?.reason,
      note: refund?.note,
      no_notification: noNotification,
      request: refund?.request,
    };
  });
  if (rows.length > 0) await insert(tx, { orderId, steps: JSON.stringify(rows) });
  return movements;
}

/** A movement that is not known to have come to an end. */
export interface UnderWay {
  id: string;
  purpose: string;
  /** Somebody is asking the payment service at this moment. */
  isClaimed: boolean;
}

const underWay = compiledSql<{ paymentIds: string[] }, UnderWay>(
  "money-movement-under-way",
  (p) => sql<UnderWay>`
    select id, purpose, claimed_until > now() as "isClaimed" from tradewind.payment_operation
    where payment_id = any(${p.paymentIds}) and state = 'begun' order by id`,
);

export const movementsUnderWay = (on: Connection, paymentIds: string[]): Promise<UnderWay[]> =>
  underWay(on, { paymentIds });

const stillClaimed = compiledSql<{ ids: string[] }, { id: string }>(
  "money-movement-still-claimed",
  (p) => sql<{ id: string }>`select id from tradewind.payment_operation
    where id = any(${p.ids}) and state = 'begun' and claimed_until > now()`,
);

export async function areClaimed(on: Connection, ids: string[]): Promise<boolean> {
  return (await stillClaimed(on, { ids })).length > 0;
}

const claim = compiledReturningWrite<{ purpose: string }, MovementRow>(
  "money-movement-claim",
  { updates: ["tradewind.payment_operation"] },
  (p) => sql<MovementRow>`
    with free as (select id from tradewind.payment_operation
      where purpose = ${p.purpose} and state = 'begun' and claimed_until <= now() order by id for update)
    update tradewind.payment_operation movement
    set claimed_until = now() + ${LEASE}, next_try_at = now() + ${LEASE}, attempts = attempts + 1, updated_at = now()
    from free where movement.id = free.id
    returning movement.id, kind, payment_id, order_id, amount, purpose, no_notification`,
);

/** All movements of a purpose that nobody is busy with, for the caller alone. */
export async function claimMovements(on: WriteConnection, purpose: string): Promise<Movement[]> {
  const rows = await claim(on, { purpose });
  return rows.map(toMovement).sort((one, other) => (one.id < other.id ? -1 : 1));
}

const due = compiledSql<{ limit: number }, { purpose: string }>(
  "money-movement-due",
  (p) => sql<{ purpose: string }>`select purpose from tradewind.payment_operation
    where state = 'begun' and next_try_at <= now() and claimed_until <= now()
    group by purpose order by min(next_try_at) limit ${p.limit}`,
);

/** Purposes whose money is to be looked after, those that wait longest first. */
export async function duePurposes(on: Connection, limit: number): Promise<string[]> {
  return (await due(on, { limit })).map(({ purpose }) => purpose);
}

const givenFor = compiledSql<{ purpose: string }, { paymentId: string; amount: number }>(
  "money-movement-given",
  (p) => sql<{ paymentId: string; amount: number }>`
    select payment_id as "paymentId", amount from tradewind.payment_operation
    where purpose = ${p.purpose} and kind = 'refund' and state = 'done'`,
);

/** What was given back for a purpose, by payment. */
export const refundedFor = (on: Connection, purpose: string) => givenFor(on, { purpose });

const begunFor = compiledSql<{ purpose: string }, { id: string }>(
  "money-movement-begun",
  (p) => sql<{ id: string }>`
    select id from tradewind.payment_operation
    where purpose = ${p.purpose} and state = 'begun' limit 1`,
);

/** Whether money is being moved for a purpose, or it is not known yet whether it was. */
export async function isBegunFor(on: Connection, purpose: string): Promise<boolean> {
  return (await begunFor(on, { purpose })).length > 0;
}

const refunding = compiledSql<{ paymentIds: string[]; purpose: string }, { id: string }>(
  "money-movement-refunding",
  (p) => sql<{ id: string }>`
    select id from tradewind.payment_operation
    where payment_id = any(${p.paymentIds}) and state = 'begun' and kind = 'refund'
      and starts_with(purpose, ${p.purpose}) limit 1`,
);

type Payments = readonly { id: string }[];

const idsOf = (payments: Payments) => payments.map(({ id }) => id);

/** Whether money of payments is being given back, for whatever purpose or for those that begin so. */
export const areRefunded = async (on: Connection, payments: Payments, purpose = ""): Promise<boolean> =>
  payments.length > 0 && (await refunding(on, { paymentIds: idsOf(payments), purpose })).length > 0;

/** Whether money of payments is being moved at all, or it is not known yet whether it was. */
export const areMoved = async (on: Connection, payments: Payments): Promise<boolean> =>
  payments.length > 0 && (await movementsUnderWay(on, idsOf(payments))).length > 0;

interface Asked {
  orderId: string | null;
  paymentId: string | null;
  prefix: string;
  request: string | null;
  amount: number;
  reason: string;
  note: string | null;
}

const known = compiledSql<Asked, { purpose: string }>(
  "money-movement-known-refund",
  (p) => sql<{ purpose: string }>`
    select purpose from tradewind.payment_operation
    where kind = 'refund' and starts_with(purpose, ${p.prefix})
      and (order_id = ${p.orderId} or payment_id = ${p.paymentId})
      and (${p.paymentId}::text is null or payment_id = ${p.paymentId})
      and ((request = ${p.request} and created_at > now() - interval '24 hours')
        or (state = 'begun' and claimed_until <= now() and reason = ${p.reason}
          and note is not distinct from ${p.note}))
    group by purpose
    having bool_or(coalesce(request = ${p.request}, false)) or sum(amount) = ${p.amount}
    order by bool_or(coalesce(request = ${p.request}, false)) desc, purpose limit 1`,
);

/**
 * The purpose of a refund that was asked for before: by the same request (its Idempotency-Key tells), or in the same
 * words by one that broke off before it was known whether the money had moved.
 */
export async function knownRefund(on: Connection, asked: Asked): Promise<string | null> {
  const [found] = await known(on, asked);
  return found?.purpose ?? null;
}
