/** Something that happened in the shop, as the event log has it. */
export interface ShopEvent {
  /** The same at every delivery of the event. */
  readonly id: string;
  /** E.g. `customer.created`. */
  readonly name: string;
  readonly data: Record<string, unknown>;
  readonly occurredAt: Date;
}

/** `signal` is aborted when the handler has taken too long; its event is then delivered again. */
export type EventHandler = (event: ShopEvent, context: { signal: AbortSignal }) => unknown;

export interface Subscriber {
  /** Its place in the log is kept under this name. */
  readonly name: string;
  /** The name of the events it hears of; `order.*` for all of an area, `*` for all. */
  readonly event: string;
  readonly handler: EventHandler;
}
