import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Errors } from "typebox/value";
import type { Connection, Db, Tx } from "../db/database.ts";
import { autocommit, inJoinableTransaction } from "../db/transaction.ts";
import type { JoinableTransaction } from "../db/transactions/joined-transaction.ts";
import { announce, type EventData } from "../events/announce.ts";
import { enqueue } from "../jobs/queue.ts";
import type { Permissions } from "../kernel/permissions.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { ProviderRegistry } from "../providers/registry.ts";
import { type CallerLookup, PluginApi } from "./api/plugin-api.ts";
import { type InstalledPlugin, schemaOf } from "./installed-plugin.ts";
import { insideTransaction, refuseInside } from "./open-transaction.ts";
import type { Plugin } from "./plugin.ts";
import { pluginDatabase, type Statements } from "./plugin-database.ts";
import { taskOf } from "./plugin-work.ts";
import type { ApiCaller } from "./ports/api.ts";
import type { PluginLog, Shop, ShopTransaction } from "./ports/shop.ts";

interface ShopDeps {
  db: Db;
  providers: ProviderRegistry;
  log: FastifyBaseLogger;
  app: FastifyInstance;
  /** What accounts and roles may do, for calls of the API. */
  lookup: CallerLookup;
  permissions: Permissions;
}

/** From now on the functions of plugins can use the shop. */
export function connectShops(deps: ShopDeps): void {
  const { providers } = deps;
  const api = new PluginApi(deps);
  const shops = new Map(
    providers.plugins.map((installed) => [installed.name, pluginShop(deps, installed, api)]),
  );
  providers.shopOf = (plugin) => {
    const shop = shops.get(plugin);
    if (!shop) throw new Error(`the plugin ${plugin} has no shop: declare it with definePlugin({ name, … })`);
    return shop;
  };
}

/** What the functions of one plugin get. */
function pluginShop(
  { db, providers, log }: ShopDeps,
  { name, plugin }: InstalledPlugin,
  api: PluginApi,
): Shop {
  const databaseOn = (connection: Statements) => pluginDatabase<object>(connection, schemaOf(name));
  const partsOf = (tx: Tx, joinable: JoinableTransaction): ShopTransaction =>
    Object.freeze({
      db: databaseOn(tx),
      api: { as: (caller: ApiCaller) => api.as(name, caller, joinable) },
      emit: emitterOf(plugin, tx),
      enqueue: enqueuerOf(plugin, tx),
    });
  return Object.freeze({
    db: databaseOn(outside(autocommit(db))),
    transaction: async <Result>(work: (tx: ShopTransaction) => Promise<Result>) => {
      refuseInside("shop.transaction", "the tx that is open");
      return inJoinableTransaction(db, (tx, joinable) =>
        insideTransaction(async () => work(partsOf(tx, joinable))),
      );
    },
    api: { as: (caller: ApiCaller) => api.as(name, caller, null) },
    oauthToken: (applicationName: string) => providers.readOauthToken(applicationName),
    refusal: (type, message, code) => new Refusal(type, message, code),
    log: logOf(log.child({ plugin: name })),
  } satisfies Shop);
}

/** Each statement commits by itself. */
const outside = (connection: Connection): Statements => ({
  run: (sql) => {
    refuseInside("shop.db", "tx.db");
    return connection.run(sql);
  },
});

/** The types of the plugin are checked by its compiler, if it has one. */
const emitterOf =
  ({ name: plugin, events = {} }: Plugin, tx: Tx): ShopTransaction["emit"] =>
  async (name, data) => {
    const schema = Object.hasOwn(events, name) ? events[name] : undefined;
    if (!schema) throw new Error(`the plugin ${plugin} does not declare the event ${name}`);
    const [error] = Errors(schema, data);
    if (error)
      throw new Error(
        `the data of the event ${name} is wrong: ${error.instancePath || "it"} ${error.message}`,
      );
    await announce(tx, name, data as EventData);
  };

const enqueuerOf =
  ({ name: plugin, jobs = {} }: Plugin, tx: Tx): ShopTransaction["enqueue"] =>
  async (job, payload = {}, { after, key } = {}) => {
    if (!Object.hasOwn(jobs, job)) throw new Error(`the plugin ${plugin} does not declare the job ${job}`);
    const task = taskOf(plugin, job);
    await enqueue(tx, {
      task,
      payload,
      attempts: jobs[job]!.attempts,
      after: after === undefined ? undefined : after * 1000,
      key: key === undefined ? undefined : `${task}:${key}`,
    });
  };

const logOf = (log: FastifyBaseLogger): PluginLog => ({
  info: (message, details = {}) => log.info(details, message),
  warn: (message, details = {}) => log.warn(details, message),
  error: (message, details = {}) => log.error(details, message),
});
