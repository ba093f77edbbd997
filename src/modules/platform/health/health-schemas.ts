import { Type } from "typebox";
import { nullableText, text } from "../../../http/routes.ts";

const count = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const ids = Type.Array(text);

const database = Type.Object({
  state: Type.Union([Type.Literal("ok"), Type.Literal("read-only"), Type.Literal("unreachable")], {
    description: "`read-only`: the database takes no changes.",
  }),
  version: text,
  latency: Type.Number({ description: "Of the smallest statement, in milliseconds." }),
  bytes: Type.Number({ description: "The size of the database." }),
  connections: Type.Object({
    idle: count(),
    busy: count(),
    awaited: count("Statements that wait for a connection."),
  }),
  pending_migrations: ids,
});

const replica = Type.Object({
  name: Type.String({ description: "Host and port." }),
  is_in_use: Type.Boolean({ description: "False while it is behind or does not answer." }),
  lag: Type.Unsafe<number | null>({
    type: ["number", "null"],
    description: "Bytes of the primary's log that it has not replayed; null while it does not answer.",
  }),
  reads: count("Reads that it has answered for this process."),
});

const queue = Type.Object({
  waiting: count(),
  scheduled: count(),
  running: count(),
  dead: count("Jobs that failed as often as they may."),
  oldest_waiting_at: Type.Unsafe<string | null>({
    ...nullableText,
    format: "date-time",
    description: "Since when the job that waits longest could have run.",
  }),
});

const cache = Type.Object({
  bytes: Type.Number({ description: "Memory of the document cache." }),
  most_bytes: Type.Number({ description: "How much it may use." }),
  hits: count(),
  misses: count(),
  cart_rows: count(),
  reference_rows: count(),
});

export const healthSchema = Type.Object({
  version: Type.String({ description: "Of the server." }),
  node_version: text,
  started_at: Type.String({ format: "date-time", description: "Of the process that answers." }),
  memory: Type.Number({ description: "Of the process that answers, in bytes." }),
  database,
  replicas: Type.Array(replica),
  queue,
  webhooks: Type.Object({
    active: count(),
    failing: count("Those that fail at every attempt, or were switched off because of it."),
    open_deliveries: count("Deliveries that wait or are repeated; counted up to 10,000."),
  }),
  mails: Type.Object({
    state: Type.Union([Type.Literal("ok"), Type.Literal("failing"), Type.Literal("none")], {
      description: "`none`: nothing sends the mails about orders. `failing`: the last mail was not sent.",
    }),
    failed: count("Mails that were not sent; counted up to 1,000."),
  }),
  parked_events: count("Events that a subscriber failed to handle, or that wait behind one; up to 10,000."),
  providers: Type.Object({ payment: ids, fulfillment: ids, tax: ids, notification: ids, files: ids }),
  cache,
});
