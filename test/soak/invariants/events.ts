import { type Invariant, noRows, rows } from "./scene.ts";

export const placedOnce: Invariant = ({ db }) =>
  noRows(
    db,
    "an order was not announced once",
    `select placed.id, count(event.id) as events from "order" placed
      left join tradewind.event on event.name = 'order.placed' and event.entity_id = placed.id
      group by placed.id having count(event.id) <> 1`,
  );

export const noneIsInvented: Invariant = ({ db }) =>
  noRows(
    db,
    "an order was announced that is not there",
    `select event.entity_id as id from tradewind.event where name = 'order.placed'
      and not exists (select from "order" where "order".id = event.entity_id)`,
  );

export const refundsAreAnnounced: Invariant = ({ db }) =>
  noRows(
    db,
    "refunds of an order were not announced once each",
    `select refund.id, count(event.id) as events from refund
      left join tradewind.event on event.name in ('order.refund_created', 'swap.refund_processed', 'claim.refund_processed')
        and event.data ->> 'refund_id' = refund.id
      group by refund.id having count(event.id) > 1`,
  );

/** Every event arrived at the webhook; the signature of each message was looked at when it came. */
export const webhooksArrived: Invariant = async ({ db, arrived }) => {
  const found = await rows<{ id: string; name: string }>(
    db,
    "select id, name from tradewind.event where name like 'order.%'",
  );
  return found
    .filter(({ id }) => !arrived.has(id))
    .map(({ id, name }) => `the webhook was never told of ${name} (${id})`);
};

export const mailsArrived: Invariant = async ({ memory, outside }) => {
  const told = new Set(outside.mails.received.flatMap(({ to }) => to));
  return [...memory.orders.values()]
    .filter(({ email }) => !told.has(email))
    .map(({ id, email }) => `no mail about the order ${id} came to ${email}`);
};
