import type pg from "pg";

/** Removes where the subscribers whose names begin so have read the event log to, and the events that wait for them. */
export async function removeSubscribers(client: pg.Client, prefix: string): Promise<void> {
  await client.query("delete from tradewind.event_parked where starts_with(subscriber, $1)", [prefix]);
  await client.query("delete from tradewind.event_cursor where starts_with(subscriber, $1)", [prefix]);
}
