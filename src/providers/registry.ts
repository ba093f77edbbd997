import type { FastifyInstance } from "fastify";
import type { Subscriber } from "../events/subscriber.ts";
import type { InstalledPlugin } from "../plugins/installed-plugin.ts";
import type { Shop } from "../plugins/ports/shop.ts";
import { Rules } from "../plugins/rules/rules.ts";
import { manualFulfillment } from "./manual-fulfillment.ts";
import { manualPayment, systemPayment } from "./manual-payment.ts";
import type { BatchJobType } from "./ports/batch-job.ts";
import type { FileProvider } from "./ports/files.ts";
import type { FulfillmentProvider } from "./ports/fulfillment.ts";
import type { NotificationProvider } from "./ports/notification.ts";
import type { OauthApp, OauthToken } from "./ports/oauth.ts";
import type { PaymentProvider } from "./ports/payment.ts";
import type { TaxProvider } from "./ports/tax.ts";

/**
 * Registered providers (or subscribers, job types) of one kind, by id. Checked at run time too, because a plugin can be plain
 * JavaScript: a clear message at the start is better than a missing function at the first order.
 */
class Registrations<Thing extends object> {
  private readonly byId = new Map<string, Thing>();
  private readonly hidden = new Map<string, Thing>();
  private decoration: (thing: Thing) => Thing = (thing) => thing;

  constructor(
    private readonly kind: string,
    private readonly idOf: (thing: Thing) => string,
    private readonly methods: readonly (keyof Thing & string)[],
  ) {}

  add(thing: Thing): void {
    if (typeof thing !== "object" || thing === null) throw new Error(`a ${this.kind} must be an object`);
    const id: unknown = this.idOf(thing);
    if (typeof id !== "string" || !/^\S{1,200}$/.test(id)) {
      throw new Error(`a ${this.kind} needs a name without spaces, not ${JSON.stringify(id)}`);
    }
    const missing = this.methods.filter((name) => typeof thing[name] !== "function");
    if (missing.length > 0) throw new Error(`the ${this.kind} ${id} has no function ${missing.join(", ")}`);
    if (this.find(id)) throw new Error(`there is already a ${this.kind} ${id}`);
    this.byId.set(id, this.decoration(thing));
  }

  /** A provider that `find` returns but that is not offered to admins or customers. */
  addHidden(thing: Thing): void {
    this.hidden.set(this.idOf(thing), this.decoration(thing));
  }

  /** Replaces every registered thing, and those that are added later. */
  decorate(decoration: (thing: Thing) => Thing): void {
    this.decoration = decoration;
    for (const things of [this.byId, this.hidden])
      for (const [id, thing] of things) things.set(id, decoration(thing));
  }

  find(id: string): Thing | undefined {
    return this.byId.get(id) ?? this.hidden.get(id);
  }

  all(): Thing[] {
    return [...this.byId.values()];
  }

  ids(): string[] {
    return [...this.byId.keys()];
  }

  /** With those that are not offered. */
  allIds(): string[] {
    return [...this.byId.keys(), ...this.hidden.keys()];
  }

  hiddenIds(): string[] {
    return [...this.hidden.keys()];
  }
}

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
  /** Which events plugins have asked for. */
  readonly subscriptions: { plugin: string; event: string }[] = [];
  readonly routes: { plugin: string; register: RegisterRoutes }[] = [];
  /** The plugins that declare more than providers, subscribers and routes. */
  readonly plugins: InstalledPlugin[] = [];
  /** What plugins decide inside of transactions. */
  readonly rules = new Rules();

  /** `background.ts` replaces it: tokens are in the database, and plugins are loaded before the database is used. */
  readOauthToken: (applicationName: string) => Promise<OauthToken | null> = async () => {
    throw new Error("OAuth tokens can be read once the shop has started");
  };

  /** `app.ts` replaces it: plugins are loaded before the database is used. */
  shopOf: (plugin: string) => Shop = (plugin) => {
    throw new Error(
      `the shop can be used once it has started: not in register() of ${plugin}, but in its handlers`,
    );
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
