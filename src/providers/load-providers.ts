import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../config.ts";
import { Refusal } from "../kernel/refusal.ts";
import { oauth2App } from "./oauth2-app.ts";
import { ProviderRegistry, type RegisterRoutes } from "./registry.ts";
import { builtInStripe } from "./stripe/built-in-stripe.ts";
import type { Tradewind } from "./tradewind.ts";

/** The built-in providers and those that the configuration adds: Stripe, OAuth applications, plugins. */
export async function loadProviders(config: Config): Promise<ProviderRegistry> {
  const registry = new ProviderRegistry();
  const stripe = builtInStripe(config);
  if (stripe) {
    registry.payment.add(stripe.provider);
    for (const provider of stripe.ofV1) registry.payment.addHidden(provider);
  }
  for (const settings of config.oauthApps) registry.oauthApps.add(oauth2App(settings));
  await loadPlugins(config.plugins, registry);
  return registry;
}

type Register = (tradewind: Tradewind) => unknown;

/** The exports of a plugin. They are not checked yet, so every value is unknown. */
interface PluginModule {
  name?: unknown;
  register?: unknown;
  default?: unknown;
}

/** Calls `register` of every plugin, in the order of the setting. */
async function loadPlugins(names: readonly string[], registry: ProviderRegistry): Promise<void> {
  for (const { name, exported, register } of await importAll(names)) {
    // The cursors of its subscribers are stored under this name, so it must survive a move of the file.
    const ownName = typeof exported.name === "string" ? exported.name : name;
    const api = pluginApi(registry, ownName);
    try {
      await register(api.tradewind);
    } catch (error) {
      throw new PluginProblem(name, reasonOf(error), { cause: error });
    }
    api.close();
  }
}

interface ImportedPlugin {
  name: string;
  exported: PluginModule;
  register: Register;
}

/** Names all that are missing or wrong at once. */
async function importAll(names: readonly string[]): Promise<ImportedPlugin[]> {
  const plugins: ImportedPlugin[] = [];
  const problems: PluginProblem[] = [];
  for (const name of names) {
    try {
      plugins.push(await imported(name));
    } catch (error) {
      problems.push(error as PluginProblem);
    }
  }
  const [first, ...others] = problems;
  if (!first) return plugins;
  const reasons = [first.reason, ...others.map(({ message }) => message)].join("; ");
  throw new PluginProblem(first.plugin, reasons, { cause: first.cause });
}

async function imported(name: string): Promise<ImportedPlugin> {
  try {
    const exported: PluginModule = await import(locate(name));
    const register = registerOf(exported);
    if (!register) throw new PluginProblem(name, "it exports no function register(tradewind)");
    return { name, exported, register };
  } catch (error) {
    throw error instanceof PluginProblem ? error : new PluginProblem(name, reasonOf(error), { cause: error });
  }
}

function locate(name: string): string {
  const file = resolve(name);
  if (existsSync(file)) return pathToFileURL(file).href;
  if (/^\.{0,2}\//.test(name)) throw new PluginProblem(name, `there is no file ${name}`);
  try {
    // A package of the shop; Tradewind itself may be installed elsewhere.
    return pathToFileURL(createRequire(resolve("package.json")).resolve(name)).href;
  } catch {
    // A package without an entry for `require` is only found by `import`, relative to Tradewind.
    return name;
  }
}

function registerOf(exported: PluginModule): Register | undefined {
  const byDefault = exported.default;
  const candidates = [
    exported.register,
    byDefault,
    (byDefault as { register?: unknown } | undefined)?.register,
  ];
  return candidates.find((each) => typeof each === "function") as Register | undefined;
}

interface PluginApi {
  tradewind: Tradewind;
  /** Refuses later registrations: they would have no effect. */
  close(): void;
}

/** The registry as one plugin sees it. */
function pluginApi(registry: ProviderRegistry, plugin: string): PluginApi {
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
      registry.routes.push({ plugin, register: register as RegisterRoutes });
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

/** A plugin that cannot be used. The command line prints the message without a stack trace. */
export class PluginProblem extends Error {
  constructor(
    readonly plugin: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`plugin ${plugin}: ${reason}`, options);
  }
}

export const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)) || "it failed without a reason";
