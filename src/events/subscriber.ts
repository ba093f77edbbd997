import type { Signal } from "../kernel/runtime-types.ts";

/** Something that happened in the shop, as the event log has it. */
export interface ShopEvent {
  /** The same at every delivery of the event. */
  readonly id: string;
  /** E.g. `customer.created`. */
  readonly name: string;
  readonly data: Record<string, unknown>;
  readonly occurredAt: Date;
  /** The trace of the request that caused it (W3C Trace Context); null while tracing is off. */
  readonly traceparent: string | null;
}

/** `signal` is aborted when the handler has taken too long; its event is then delivered again. */
export type EventHandler = (event: ShopEvent, context: { signal: Signal }) => unknown;

export interface Subscriber {
  /** Its cursor is stored under this name. */
  readonly name: string;
  /** The name of the events it gets; `order.*` for all of an area, `*` for all. */
  readonly event: string;
  readonly handler: EventHandler;
}
