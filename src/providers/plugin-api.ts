import { Refusal } from "../kernel/refusal.ts";
import type { ProviderRegistry } from "./registry.ts";
import type { Tradewind } from "./tradewind.ts";

export interface PluginApi {
  tradewind: Tradewind;
  /** Refuses later registrations: they would have no effect. */
  close(): void;
}

/** The registry as one plugin sees it. */
export function pluginApi(registry: ProviderRegistry, plugin: string): PluginApi {
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
      registry.subscribers.add({ name: options?.name ?? `${plugin}:${event}`, event, handler });
    }),
    routes: adding((register) => {
      if (typeof register !== "function") throw new Error("routes() needs a function");
      registry.routes.push({ plugin, register });
    }),
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
