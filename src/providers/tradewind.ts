import type { FastifyInstance } from "fastify";
import type { EventHandler } from "../events/subscriber.ts";
import type { RefusalType } from "../kernel/refusal.ts";
import type { BatchJobType } from "./ports/batch-job.ts";
import type { FileProvider } from "./ports/files.ts";
import type { FulfillmentProvider } from "./ports/fulfillment.ts";
import type { NotificationProvider } from "./ports/notification.ts";
import type { OauthApp, OauthToken } from "./ports/oauth.ts";
import type { PaymentProvider } from "./ports/payment.ts";
import type { TaxProvider } from "./ports/tax.ts";

export type { EventHandler, ShopEvent } from "../events/subscriber.ts";
export type * from "./ports/batch-job.ts";
export type * from "./ports/common.ts";
export type * from "./ports/files.ts";
export type * from "./ports/fulfillment.ts";
export type * from "./ports/notification.ts";
export type * from "./ports/oauth.ts";
export type * from "./ports/payment.ts";
export type * from "./ports/tax.ts";

/**
 * The door a plugin comes through: `export function register(tradewind: Tradewind)`. What adds something may be
 * called only until `register` is done; `oauthToken` and `refusal` are for later, too.
 */
export interface Tradewind {
  paymentProvider(provider: PaymentProvider): void;
  fulfillmentProvider(provider: FulfillmentProvider): void;
  taxProvider(provider: TaxProvider): void;
  fileProvider(provider: FileProvider): void;
  notificationProvider(provider: NotificationProvider): void;
  batchJobType(type: BatchJobType): void;
  oauthApp(app: OauthApp): void;

  /**
   * Hears of every event of that name (`order.*`: of an area, `*`: of all) that happens from now on: after its change
   * is committed, at least once, those of one entity in order. The handler must tolerate to see an event twice
   * (`event.id` tells). When it throws or takes too long, it sees the event again after a pause, and no later one of
   * the same entity before.
   *
   * How far it has got is kept under the plugin's name and the event's, or under `name`: keep them to go on where
   * it stopped.
   */
  on(event: string, handler: EventHandler, options?: { name?: string }): void;

  /**
   * HTTP routes of the plugin's own, in a Fastify context of their own. Paths under /admin/ ask for an admin user
   * (unless `config: { public: true }`), errors and idempotency keys are handled as everywhere.
   */
  routes(register: (app: FastifyInstance) => unknown): void;

  /** The token of a connected application, renewed if it has expired; null while nobody has connected it. */
  oauthToken(applicationName: string): Promise<OauthToken | null>;

  /** An error to throw: the API answers with this type and message, and nothing of the request is kept. */
  refusal(type: RefusalType, message: string): Error;
}
