import type { Static, TSchema } from "typebox";
import type { Tx } from "../db/database.ts";
import { announce, announceEach, type EventData, announceAll as insertAll } from "./announce.ts";

/** The types of the data of events, by name. A name that ends with `.*` stands for all that begin so. */
export type EventTypes = Readonly<Record<string, TSchema>>;

declare const isDeclared: unique symbol;

/** An event of a module that is not in the log yet. Only `of` makes one, so that its name and its data are declared. */
export interface NewEvent {
  readonly name: string;
  readonly data: EventData;
  readonly [isDeclared]: true;
}

type NameOf<Key> = Key extends `${infer Start}.*` ? `${Start}.${string}` : Key;

type DataOf<Types extends EventTypes, Name> = {
  [Key in keyof Types]: Name extends NameOf<Key> ? Static<Types[Key]> : never;
}[keyof Types];

/** The events of a module. The compiler finds a name that is not declared, and data of another type; nothing is checked at run time. */
class Events<const Types extends EventTypes> {
  constructor(readonly types: Types) {}

  /** An event to announce together with others. */
  of<const Name extends NameOf<keyof Types> & string>(name: Name, data: DataOf<Types, Name>): NewEvent {
    return { name, data } as unknown as NewEvent;
  }

  /**
   * Writes an event into the log, in the transaction of the change it reports: both are committed, or neither is.
   * The names and payloads are those of v1, e.g. `customer.created` with `{ id }`.
   */
  announce<const Name extends NameOf<keyof Types> & string>(
    tx: Tx,
    name: Name,
    data: DataOf<Types, Name>,
  ): Promise<void> {
    return announce(tx, name, data as EventData);
  }

  /** One event of the same name for each of the payloads. */
  announceEach<const Name extends NameOf<keyof Types> & string>(
    tx: Tx,
    name: Name,
    payloads: readonly DataOf<Types, Name>[],
  ): Promise<void> {
    return announceEach(tx, name, payloads as readonly EventData[]);
  }
}

/** `export const events = defineEvents({ "note.created": Type.Object({ id: Type.String() }) })` */
export const defineEvents = <const Types extends EventTypes>(types: Types): Events<Types> =>
  new Events(types);

/** Several events at once, also of several modules, in one statement and in their order. */
export const announceAll = (tx: Tx, events: readonly NewEvent[]): Promise<void> => insertAll(tx, events);
