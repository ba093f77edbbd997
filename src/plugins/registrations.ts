import { Refusal } from "../kernel/refusal.ts";
import type { ProviderRegistry, RegisterRoutes } from "../providers/registry.ts";
import type { Tradewind } from "../providers/tradewind.ts";
import type { Shop } from "./ports/shop.ts";

interface Registrations {
  tradewind: Tradewind;
  /** Refuses later registrations: they would have no effect. */
  close(): void;
}

/** The registry as one plugin sees it. */
export function registrationsOf(registry: ProviderRegistry, plugin: string): Registrations {
  let isOpen = true;
  const adding =
    <Args extends unknown[]>(add: (...args: Args) => void) =>
    (...args: Args) => {
      if (!isOpen)
        throw new Error(`plugin ${plugin} is already registered: register providers in register() only`);
      add(...args);
    };
  const tradewind: Tradewind = {
    paymentProvider: adding((provider) => registry.payment.add(provider)),
    fulfillmentProvider: adding((provider) => registry.fulfillment.add(provider)),
    taxProvider: adding((provider) => registry.tax.add(provider)),
    fileProvider: adding((provider) => registry.files.add(provider)),
    notificationProvider: adding((provider) => registry.notification.add(provider)),
    batchJobType: adding((type) => registry.batchJobs.add(type)),
    oauthApp: adding((app) => registry.oauthApps.add(app)),
    on: adding((event, handler, options) => {
      if (typeof event !== "string" || event === "") throw new Error("on() needs the name of an event, or *");
      registry.subscriptions.push({ plugin, event });
      registry.subscribers.add({ name: options?.name ?? `${plugin}:${event}`, event, handler });
    }),
    routes: adding((register) => {
      if (typeof register !== "function") throw new Error("routes() needs a function");
      registry.routes.push({ plugin, register: register as RegisterRoutes });
    }),
    shop: shopOnceStarted(() => registry.shopOf(plugin)),
    oauthToken: (applicationName) => registry.readOauthToken(applicationName),
    refusal: (type, message) => new Refusal(type, message),
  };
  return {
    tradewind: Object.freeze(tradewind),
    close: () => {
      isOpen = false;
    },
  };
}

/** `register` may take it apart and pass it on, before there is a database. */
const shopOnceStarted = (shop: () => Shop): Shop =>
  Object.freeze({
    get db() {
      return shop().db;
    },
    get log() {
      return shop().log;
    },
    get api() {
      return shop().api;
    },
    transaction: (work) => shop().transaction(work),
    oauthToken: (applicationName) => shop().oauthToken(applicationName),
    refusal: (type, message, code) => shop().refusal(type, message, code),
  } satisfies Shop);
