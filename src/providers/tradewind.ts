import type { EventHandler } from "../events/subscriber.ts";
import type { RefusalType } from "../kernel/refusal.ts";
import type { PluginEvents } from "../plugins/ports/announced.ts";
import type { Shop } from "../plugins/ports/shop.ts";
import type { BatchJobType } from "./ports/batch-job.ts";
import type { FileProvider } from "./ports/files.ts";
import type { FulfillmentProvider } from "./ports/fulfillment.ts";
import type { NotificationProvider } from "./ports/notification.ts";
import type { OauthApp, OauthToken } from "./ports/oauth.ts";
import type { PaymentProvider } from "./ports/payment.ts";
import type { RoutesApp } from "./ports/routes.ts";
import type { TaxProvider } from "./ports/tax.ts";

export type { EventHandler, ShopEvent } from "../events/subscriber.ts";
export type { RefusalType } from "../kernel/refusal.ts";
export type * from "./ports/batch-job.ts";
export type * from "./ports/common.ts";
export type * from "./ports/files.ts";
export type * from "./ports/fulfillment.ts";
export type * from "./ports/notification.ts";
export type * from "./ports/oauth.ts";
export type * from "./ports/payment.ts";
export type * from "./ports/routes.ts";
export type * from "./ports/tax.ts";

/**
 * The API of a plugin: `export function register(tradewind: Tradewind)`. Registrations are allowed only until `register` has
 * returned; `oauthToken` and `refusal` can be called at any time.
 */
export interface Tradewind<
  Tables = object,
  Events extends PluginEvents = PluginEvents,
  JobName extends string = string,
> {
  paymentProvider(provider: PaymentProvider): void;
  fulfillmentProvider(provider: FulfillmentProvider): void;
  taxProvider(provider: TaxProvider): void;
  fileProvider(provider: FileProvider): void;
  notificationProvider(provider: NotificationProvider): void;
  batchJobType(type: BatchJobType): void;
  oauthApp(app: OauthApp): void;

  /**
   * Subscribes to the events of that name (`order.*`: a prefix, `*`: all) from now on: after the commit, at least once, in
   * order for each entity. The handler must tolerate duplicates (same `event.id`). When it throws or times out, the event is
   * delivered again after a pause, before later events of the same entity.
   *
   * The cursor is stored under the names of the plugin and the event, or under `name`. A new name starts a new cursor.
   */
  on(event: string, handler: EventHandler, options?: { name?: string }): void;

  /**
   * Adds HTTP routes in a separate Fastify context. Paths under /admin/ need an admin user (unless `config: { public: true }`);
   * errors and idempotency keys are handled as on every route.
   *
   * A plugin that needs more of Fastify installs its types and declares the parameter: `routes((app: FastifyInstance) => …)`.
   */
  routes<App = RoutesApp>(register: (app: App) => unknown): void;

  /**
   * The shop: the plugin's own tables, transactions, the log. For a plugin that `definePlugin` declares, once the shop has started:
   * in handlers, not in `register` itself.
   */
  readonly shop: Shop<Tables, Events, JobName>;

  /** The token of a connected application, renewed if it has expired; null while it is not connected. */
  oauthToken(applicationName: string): Promise<OauthToken | null>;

  /** An error to throw: the API answers with this type and message, and the transaction is rolled back. */
  refusal(type: RefusalType, message: string): Error;
}
