import type { FastifyReply } from "fastify";
import { type TSchema, Type } from "typebox";
import type { Config } from "../config.ts";
import type { Connection, Db } from "../db/database.ts";
import type { EventFeed } from "../events/event-feed.ts";
import type { PrivateDataOfEvents } from "../events/private-data.ts";
import type { Graph } from "../graph/graph.ts";
import { schemaName } from "../graph/view-schema.ts";
import type { Pace } from "../jobs/pace.ts";
import type { Schedule } from "../jobs/runner.ts";
import type { Permissions } from "../kernel/permissions.ts";
import { notFound } from "../kernel/refusal.ts";
import type { ShopSecrets } from "../kernel/shop-secrets.ts";
import type { ProviderRegistry } from "../providers/registry.ts";
import type { DocumentCache } from "./document-cache/index.ts";
import type { GuessLimits } from "./guess-limits.ts";
import type { App } from "./server.ts";
import type { Waits } from "./waits.ts";

/** The dependencies of routes and background work. The composition root (`app.ts`) builds them. */
export interface AppContext {
  config: Config;
  db: Db;
  graph: Graph;
  /** For public storefront reads: a replica where one is up to date with the primary, else the primary. */
  catalogue: { db: Connection; graph: Graph };
  documents: DocumentCache;
  /** The event log as it grows, for streams. */
  feed: EventFeed;
  /** Tokens of events, which are not in the log. */
  privateData: PrivateDataOfEvents;
  /** Those that the modules declare. */
  permissions: Permissions;
  limits: GuessLimits;
  /** Of long work in the background. */
  pace: Pace;
  waits: Waits;
  secrets: ShopSecrets;
  providers: ProviderRegistry;
  /** The schedules of modules and plugins, once the background work is installed. */
  schedules: () => readonly Schedule[];
}

export type Routes<Needed = AppContext> = (app: App, context: Needed) => void;

/** The schema of an entity in an answer. */
export const view = (entity: string) => Type.Ref(schemaName(entity));

/** `{ 200: { key: schema } }` */
export const ok = (keys: Record<string, TSchema>, status = 200) => ({ [status]: Type.Object(keys) });

/** The envelope of a list of an entity, or of what a view shows. */
export const page = (key: string, element: string | TSchema) =>
  ok({
    [key]: Type.Array(typeof element === "string" ? view(element) : element),
    count: Type.Integer(),
    offset: Type.Integer(),
    limit: Type.Integer(),
  });

/** The answer to a deletion. */
export const deletedBody = ok({ id: Type.String(), object: Type.String(), deleted: Type.Boolean() });

/** For routes that v1 answers with the plain text `OK`. */
export const plainOk = { 200: Type.String({ description: "OK" }) };

export const sendPlainOk = (reply: FastifyReply) => reply.type("text/plain; charset=utf-8").send("OK");

/** Path parameters by name. */
export const path = <Name extends string>(...names: Name[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<
      Name,
      ReturnType<typeof Type.String>
    >,
  );

/** A body that takes these properties and no others. */
export const body = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export const optional = Type.Optional;
export const text = Type.String();
export const nullableText = Type.Unsafe<string | null>({ type: ["string", "null"] });
export const nonEmptyText = Type.String({ minLength: 1 });
export const email = Type.String({ format: "email" });
export const metadata = Type.Record(Type.String(), Type.Unknown(), { description: "Free key-value pairs." });

/** For fields in which null has a meaning. */
export const nullableMetadata = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ["object", "null"], description });

/** The row, or the refusal that there is none. */
export function found<Row>(row: Row | null, what: string, id: string): Row {
  if (!row) throw notFound(what, id);
  return row;
}
