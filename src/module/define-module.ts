import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import type { Cleanup } from "../db/old-rows.ts";
import type { EventTypes } from "../events/define-events.ts";
import type { PrivateDataOfEvents } from "../events/private-data.ts";
import type { Subscriber } from "../events/subscriber.ts";
import type { Entity } from "../graph/entity.ts";
import type { Mask } from "../http/masks.ts";
import type { AppContext, Routes } from "../http/routes.ts";
import type { Work } from "../jobs/runner.ts";
import type { AreaNotes } from "../kernel/permissions.ts";
import type { TagNotes } from "./api-notes.ts";

/** By kind of row, what deletes a batch of old ones. */
export type Cleanups = Readonly<Record<string, Cleanup>>;

/** What background work gets besides the context of routes. */
export interface WorkContext extends AppContext {
  log: FastifyBaseLogger;
  /** Those of all modules. */
  cleanups: Cleanups;
}

/** What is needed to see events, such as `orders` for `order.*`. */
export interface EventAccess {
  /** Who may read it may see the events. */
  readonly area: string;
  /** A further permission that is needed to see them, such as `gift-cards:write`. */
  readonly alsoNeeds?: string;
}

/**
 * What a module adds to the server. It declares what it has, and nothing else. The server is put together from the list of
 * modules (`src/modules.ts`); what two of them declare, or what points nowhere, stops the start and is named.
 */
export interface Module<
  Entities extends readonly Entity[] = readonly Entity[],
  Areas extends AreaNotes = AreaNotes,
> {
  /** Its folder below `src/modules`: `catalogue/collections`. */
  readonly name: string;
  /** Descriptions for the read model. */
  readonly entities?: Entities;
  readonly routes?: readonly Routes[];
  /** The ids and descriptions of operations in the API reference, by tag. */
  readonly apiNotes?: readonly TagNotes[];
  /** Areas of permissions: `write` is read and write, `read` has nothing to change. */
  readonly areas?: Areas;
  /**
   * By the first part of a path below `/admin`, the area that a user needs: `GET /admin/draft-orders` needs `orders:read`, every other
   * method `orders:write`. Null: what belongs to the caller alone.
   */
  readonly adminPaths?: Readonly<Record<string, string | null>>;
  /** The events that it announces: their names and the type of their data. */
  readonly events?: { readonly types: EventTypes };
  /** By the first part of the names of events, what is needed to see them. An event may be announced by another module. */
  readonly eventAreas?: Readonly<Record<string, string | EventAccess>>;
  /** By the name of an event, what makes the token that only the person it is for gets. */
  readonly privateData?: (deps: Pick<AppContext, "db" | "secrets">) => PrivateDataOfEvents;
  /** Parts of answers that only some callers see. */
  readonly masks?: readonly Mask[];
  /** Tasks of the job queue, and when they run. */
  readonly work?: (context: WorkContext) => Work;
  readonly subscribers?: (context: AppContext) => readonly Subscriber[];
  /** What housekeeping deletes. */
  readonly cleanups?: (config: Config) => Cleanups;
}

export const defineModule = <
  const Entities extends readonly Entity[] = readonly [],
  // biome-ignore lint/complexity/noBannedTypes: a module without areas has none, not any
  const Areas extends AreaNotes = {},
>(
  module: Module<Entities, Areas>,
): Module<Entities, Areas> => module;
