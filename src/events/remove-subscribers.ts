import type pg from "pg";

const OF = "(subscriber = $1 or starts_with(subscriber, $1 || ':'))";

/** Removes where the subscribers of a plugin have read the event log to, and the events that wait for them. */
export async function removeSubscribers(client: pg.Client, plugin: string): Promise<void> {
  await client.query(`delete from tradewind.event_parked where ${OF}`, [plugin]);
  await client.query(`delete from tradewind.event_cursor where ${OF}`, [plugin]);
}
