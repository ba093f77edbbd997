import type { LedgerMove } from "../../support/services/ledger-payment.ts";
import { type Invariant, noRows, rows } from "./scene.ts";

interface Booked {
  id: string;
  entry: string;
  cart_id: string | null;
  amount: number;
  refunded: number;
  isCaptured: boolean;
  isCanceled: boolean;
}

const bookedBy = (scene: Parameters<Invariant>[0]) =>
  rows<Booked>(
    scene.db,
    `select id, data ->> 'id' as entry, cart_id, amount, amount_refunded as refunded,
        captured_at is not null as "isCaptured", canceled_at is not null as "isCanceled"
      from payment where provider_id = 'ledger'`,
  );

function byEntry(moves: readonly LedgerMove[]): Map<string, LedgerMove[]> {
  const groups = new Map<string, LedgerMove[]>();
  for (const move of moves) groups.set(move.entry, [...(groups.get(move.entry) ?? []), move]);
  return groups;
}

/** What the payment service has moved is what our books say, payment by payment. */
export const booksAgree: Invariant = async (scene) => {
  const moved = byEntry(scene.outside.payment.ledger.moved);
  const sumOf = (moves: readonly LedgerMove[] | undefined, kind: string) =>
    (moves ?? []).filter((move) => move.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const problems: string[] = [];
  const known = new Set<string>();
  for (const { id, entry, amount, refunded, isCaptured, isCanceled } of await bookedBy(scene)) {
    known.add(entry);
    const moves = moved.get(entry);
    const [taken, given] = [sumOf(moves, "capture"), sumOf(moves, "refund")];
    if (taken !== (isCaptured ? amount : 0) || given !== refunded || given > taken) {
      problems.push(
        `the payment ${id} of ${amount}: taken ${taken} (${isCaptured}), given back ${given} (${refunded})`,
      );
    }
    if (isCanceled && taken > 0) problems.push(`the payment ${id} is canceled and was taken`);
  }
  for (const [entry, moves] of moved) {
    const isMoved = moves.some(({ kind }) => kind !== "cancel");
    if (isMoved && !known.has(entry)) problems.push(`money of ${entry} was moved, and nobody knows why`);
  }
  return problems;
};

/** For a cart that has become an order, money is reserved once. */
export const reservedOnce: Invariant = async (scene) => {
  const booked = new Map((await bookedBy(scene)).map((payment) => [payment.entry, payment]));
  const completed = new Set([...booked.values()].map(({ cart_id }) => cart_id));
  return scene.outside.payment.ledger.entries
    .filter(({ id, cartId, state }) => state === "authorized" && completed.has(cartId) && !booked.has(id))
    .map(({ id, cartId }) => `for the cart ${cartId} money was reserved twice: ${id}`);
};

export const refundsAreBooked: Invariant = ({ db }) =>
  noRows(
    db,
    "the refunds of an order are not those of its payments",
    `select placed.id, booked.amount as refunds, paid.amount as payments, paid.captured from "order" placed,
        lateral (select coalesce(sum(amount), 0) as amount from refund where order_id = placed.id) booked,
        lateral (select coalesce(sum(amount_refunded), 0) as amount,
            coalesce(sum(amount) filter (where captured_at is not null), 0) as captured
          from payment where order_id = placed.id
            or swap_id in (select id from swap where order_id = placed.id)) paid
      where booked.amount <> paid.amount or booked.amount > paid.captured`,
  );
