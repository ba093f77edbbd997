import type { Connection } from "../db/database.ts";
import { compiled } from "../db/statements.ts";
import type { ShopEvent } from "./subscriber.ts";

/**
 * What only the person whom an event is for may get, such as the token of a password reset. It is not in the log: webhooks,
 * lists, streams and exports cannot show it. Subscribers in the process get it with the data of the event.
 */
export interface PrivateData {
  data: Record<string, string>;
  /** Afterwards it is of no use. */
  validUntil: Date;
}

type EventFacts = Pick<ShopEvent, "data" | "occurredAt">;

/** Makes it from the event, the same for every delivery. Null: the person it was for is gone. */
export type MakePrivateData = (event: EventFacts) => Promise<PrivateData | null>;

/** By the name of the event. The modules that announce these events know how. */
export type PrivateDataOfEvents = Readonly<Record<string, MakePrivateData>>;

/** The data of an event as a subscriber in the process gets it. */
export async function withPrivateData(
  ofEvents: PrivateDataOfEvents,
  { name, data, occurredAt }: EventFacts & { name: string },
): Promise<Record<string, unknown>> {
  const made = await ofEvents[name]?.({ data, occurredAt });
  return made ? { ...data, ...made.data } : data;
}

const selectEvent = compiled("event-by-id", (db, p: { id: string }) =>
  db.selectFrom("tradewind.event").select(["name", "data", "occurred_at"]).where("id", "=", p.id),
);

/** The private data of an event that was delivered before; null if there is none any more. */
export async function findPrivateData(
  on: Connection,
  ofEvents: PrivateDataOfEvents,
  eventId: string,
): Promise<PrivateData | null> {
  const [event] = await selectEvent(on, { id: eventId });
  const make = event && ofEvents[event.name];
  return make ? make({ data: event.data as Record<string, unknown>, occurredAt: event.occurred_at }) : null;
}

/** An event of the log as a subscriber in the process gets it; null if it is no longer there. `validUntil`: that of its token. */
export async function findEventForSubscriber(
  on: Connection,
  ofEvents: PrivateDataOfEvents,
  eventId: string,
): Promise<{ name: string; data: Record<string, unknown>; validUntil: Date | null } | null> {
  const [event] = await selectEvent(on, { id: eventId });
  if (!event) return null;
  const data = event.data as Record<string, unknown>;
  const made = await ofEvents[event.name]?.({ data, occurredAt: event.occurred_at });
  return { name: event.name, data: { ...data, ...made?.data }, validUntil: made?.validUntil ?? null };
}
