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
import { Registrations } from "./registrations.ts";
import { systemPayment } from "./system-payment.ts";

export type RegisterRoutes = (app: FastifyInstance) => unknown;

const byId = (registered: { id: string }) => registered.id;

/** The built-in providers and everything that plugins register. Complete before the server is built. */
export class ProviderRegistry {
  readonly payment = new Registrations<PaymentProvider>("payment provider", byId, [
    "initiate",
    "update",
    "authorize",
    "capture",
    "refund",
    "cancel",
    "deleteSession",
    "status",
  ]);
  readonly fulfillment = new Registrations<FulfillmentProvider>("fulfillment provider", byId, [
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
  readonly tax = new Registrations<TaxProvider>("tax provider", byId, ["taxLines"]);
  readonly files = new Registrations<FileProvider>("file provider", byId, [
    "save",
    "delete",
    "read",
    "downloadUrl",
  ]);
  readonly notification = new Registrations<NotificationProvider>("notification provider", byId, [
    "send",
    "resend",
  ]);
  readonly batchJobs = new Registrations<BatchJobType>("batch-job type", byId, ["preProcess", "process"]);
  readonly oauthApps = new Registrations<OauthApp>("OAuth app", (app) => app.applicationName, ["exchange"]);
  readonly subscribers = new Registrations<Subscriber>("subscriber", (subscriber) => subscriber.name, [
    "handler",
  ]);
  readonly routes: { plugin: string; register: RegisterRoutes }[] = [];

  /** `background.ts` replaces it: tokens are in the database, and plugins are loaded before the database is used. */
  readOauthToken: (applicationName: string) => Promise<OauthToken | null> = async () => {
    throw new Error("OAuth tokens can be read once the shop has started");
  };

  /** `app.ts` sets it: the file storage that the configuration names. */
  builtInFiles: FileProvider | undefined;

  /** The file storage in use: that of the last plugin that registers one, otherwise the configured one. */
  get activeFiles(): FileProvider {
    const active = this.files.all().at(-1) ?? this.builtInFiles;
    if (!active) throw new Error("files can be stored once the shop has started");
    return active;
  }

  constructor() {
    this.payment.add(manualPayment);
    this.payment.addHidden(systemPayment);
    this.fulfillment.add(manualFulfillment);
  }
}
