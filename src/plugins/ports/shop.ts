import type { RefusalType } from "../../kernel/refusal.ts";
import type { OauthToken } from "../../providers/ports/oauth.ts";
import type { EnqueueOptions, PluginEventData, PluginEvents } from "./announced.ts";
import type { ShopApis } from "./api.ts";
import type { PluginDb } from "./database.ts";

/** What the functions of a plugin get to work with. */
export interface Shop<
  Tables = object,
  Events extends PluginEvents = PluginEvents,
  JobName extends string = string,
> {
  /** Outside of a transaction: each statement commits by itself. */
  readonly db: PluginDb<Tables>;
  /**
   * Runs the work in one transaction: committed when it returns, rolled back when it throws. After a deadlock the whole work is
   * repeated, so it must have no effect outside of the database.
   */
  transaction<Result>(
    work: (tx: ShopTransaction<Tables, Events, JobName>) => Promise<Result>,
  ): Promise<Result>;
  /** Every operation of the API as a function, without network: `shop.api.as({ role: "Support" }).getAdminOrder({ path: { id } })`. */
  readonly api: ShopApis;
  /** The token of a connected application, renewed if it has expired; null while it is not connected. */
  oauthToken(applicationName: string): Promise<OauthToken | null>;
  /** An error to throw: the API answers with this type and message, and a transaction is rolled back. */
  refusal(type: RefusalType, message: string, code?: string): Error;
  readonly log: PluginLog;
}

/** The work inside of `shop.transaction`. What it emits and enqueues is committed with it, or not at all. */
export interface ShopTransaction<
  Tables = object,
  Events extends PluginEvents = PluginEvents,
  JobName extends string = string,
> {
  readonly db: PluginDb<Tables>;
  /**
   * Operations that become a part of this transaction, one after the other. Only those that are one transaction and call no provider
   * can: others are refused with the code `not_in_transaction`.
   */
  readonly api: ShopApis;
  /** Announces an event that the plugin declares: subscribers, webhooks and the event log get it. */
  emit<const Name extends keyof Events & string>(
    name: Name,
    data: PluginEventData<Events, Name>,
  ): Promise<void>;
  /** Adds a job that the plugin declares to the queue. */
  enqueue(job: JobName, payload?: Record<string, unknown>, options?: EnqueueOptions): Promise<void>;
}

/** The log of the server; each line has the name of the plugin. */
export interface PluginLog {
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}
