import type { FastifyInstance } from "fastify";
import type { Subscriber } from "../events/subscriber.ts";
import { manualFulfillment } from "./manual-fulfillment.ts";
import { manualPayment } from "./manual-payment.ts";
import type { BatchJobType } from "./ports/batch-job.ts";
import type { FileProvider } from "./ports/files.ts";
import type { FulfillmentProvider } from "./ports/fulfillment.ts";
import type { NotificationProvider } from "./ports/notification.ts";
import type { OauthApp, OauthToken } from "./ports/oauth.ts";
import type { PaymentProvider } from "./ports/payment.ts";
import type { TaxProvider } from "./ports/tax.ts";
import { Shelf } from "./shelf.ts";
import { systemPayment } from "./system-payment.ts";

export type RegisterRoutes = (app: FastifyInstance) => unknown;

const byId = (thing: { id: string }) => thing.id;

/** Everything that was registered from outside, and the built-in providers. Complete before the server is built. */
export class ProviderRegistry {
  readonly payment = new Shelf<PaymentProvider>("payment provider", byId, [
    "initiate",
    "update",
    "authorize",
    "capture",
    "refund",
    "cancel",
    "deleteSession",
    "status",
  ]);
  readonly fulfillment = new Shelf<FulfillmentProvider>("fulfillment provider", byId, [
    "options",
    "validateOption",
    "validateData",
    "canCalculate",
    "calculatePrice",
    "createFulfillment",
    "cancelFulfillment",
    "createReturn",
    "documents",
  ]);
  readonly tax = new Shelf<TaxProvider>("tax provider", byId, ["taxLines"]);
  readonly files = new Shelf<FileProvider>("file provider", byId, ["save", "delete", "read", "downloadUrl"]);
  readonly notification = new Shelf<NotificationProvider>("notification provider", byId, ["send", "resend"]);
  readonly batchJobs = new Shelf<BatchJobType>("batch-job type", byId, ["preProcess", "process"]);
  readonly oauthApps = new Shelf<OauthApp>("OAuth app", (app) => app.applicationName, ["exchange"]);
  readonly subscribers = new Shelf<Subscriber>("subscriber", (subscriber) => subscriber.name, ["handler"]);
  readonly routes: { plugin: string; register: RegisterRoutes }[] = [];

  /** Replaced by the composition root: tokens are in the database, and plugins are loaded before it is used. */
  readOauthToken: (applicationName: string) => Promise<OauthToken | null> = async () => {
    throw new Error("OAuth tokens can be read once the shop has started");
  };

  /** Set by the composition root: the place for files that the configuration names. */
  builtInFiles: FileProvider | undefined;

  /** The place for files: the one of the plugin that was named last, otherwise the configured one. */
  get activeFiles(): FileProvider {
    const active = this.files.all().at(-1) ?? this.builtInFiles;
    if (!active) throw new Error("files can be kept once the shop has started");
    return active;
  }

  constructor() {
    this.payment.add(manualPayment);
    this.payment.addHidden(systemPayment);
    this.fulfillment.add(manualFulfillment);
  }
}
