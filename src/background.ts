import { CommitNotifier } from "./events/commit-notifier.ts";
import type { EventListener } from "./events/event-listener.ts";
import { Subscriptions } from "./events/subscriptions.ts";
import { OffsetIndexMaintenance } from "./graph/offset-index.ts";
import type { AppContext } from "./http/routes.ts";
import type { App } from "./http/server.ts";
import { JobRunner, type Schedule } from "./jobs/runner.ts";
import type { Tracing } from "./kernel/tracing.ts";
import type { Module } from "./module/define-module.ts";
import { joinCleanups } from "./module/join-modules.ts";
import { joinWork } from "./module/join-work.ts";
import { mailComposer } from "./modules/orders/notifications/index.ts";
import { findAccount } from "./modules/people/auth/index.ts";
import { registerApps, tokenReader } from "./modules/people/oauth/index.ts";
import {
  addressPolicyOf,
  WebhookDispatcher,
  type WebhookMetrics,
} from "./modules/platform/webhooks/index.ts";
import { pluginMails } from "./plugins/plugin-mails.ts";
import { pluginWork } from "./plugins/plugin-work.ts";
import { smtpNotifications } from "./providers/smtp/smtp-notifications.ts";
import { syncProviders } from "./providers/sync-providers.ts";
import { publicUrlOf } from "./public-url.ts";
import { tracedSubscriber, tracedTasks } from "./telemetry/traced-work.ts";

/** The background work of a server. */
interface Background {
  listener: EventListener;
  modules: readonly Module[];
  metrics: WebhookMetrics;
  tracing?: Tracing | undefined;
}

/** Starts and stops the background work with the app: mails, subscribers, webhooks, jobs, the positions of long lists. Returns what runs by itself. */
export function installBackground(
  app: App,
  context: AppContext,
  background: Background,
): { schedules: readonly Schedule[] } {
  addMails(context);
  const schedules = connectProviders(app, context, background);
  maintainOffsetIndexes(app, context);
  return { schedules };
}

/**
 * Registers providers and subscribers in the database before the first request. Subscribers and jobs run while the server listens,
 * or in a separate `worker` process.
 */
function connectProviders(
  app: App,
  context: AppContext,
  { modules, listener, metrics, tracing }: Background,
): readonly Schedule[] {
  const { config, db, permissions, privateData, providers } = context;
  providers.readOauthToken = tokenReader({ db, providers, timeout: config.oauthTimeout });
  const ofModules = modules.flatMap((module) => module.subscribers?.(context) ?? []);
  const plain = [...providers.subscribers.all(), ...ofModules];
  const subscribers = tracing ? plain.map((each) => tracedSubscriber(each, tracing)) : plain;
  const { tasks, schedules } = joinWork([...modules, ...modulesOf(providers)], {
    ...context,
    log: app.log,
    cleanups: joinCleanups(modules, config),
  });
  const commitNotifier = new CommitNotifier(db);
  const subscriptions = new Subscriptions({
    db,
    subscribers,
    privateData,
    listener,
    log: app.log,
    timeout: config.subscriberTimeout,
  });
  const webhooks = new WebhookDispatcher({
    db,
    grantedTo: async (userId) => (await findAccount(db, "user", userId))?.granted ?? [],
    permissions,
    listener,
    metrics,
    log: app.log,
    addressPolicy: addressPolicyOf(config),
    timeout: config.webhookTimeout,
    concurrency: config.webhookConcurrency,
    retryPause: config.webhookRetryPause,
    tracing,
  });
  const runner = new JobRunner({
    db,
    tasks: tracing ? tracedTasks(tasks, tracing) : tasks,
    schedules,
    concurrency: Math.max(config.jobs, 1),
    log: app.log,
  });
  app.addHook("onReady", async () => {
    await syncProviders(db, providers);
    await registerApps({ db }, providers.oauthApps.all());
    await subscriptions.register();
    await webhooks.register();
  });
  const startWork = async () => {
    subscriptions.start();
    webhooks.start();
    await runner.start();
  };
  app.addHook("onListen", async () => {
    if (config.jobs > 0) await startWork();
    else subscriptions.start();
  });
  app.addHook("onClose", async () => {
    await Promise.all([subscriptions.stop(), webhooks.stop(), runner.stop()]);
    await commitNotifier.stop();
  });
  app.decorate("startWork", startWork);
  return schedules;
}

/** The work of plugins, declared like that of modules. */
const modulesOf = (providers: AppContext["providers"]): Module[] =>
  providers.plugins.map((installed) => ({
    name: `the plugin ${installed.source}`,
    work: () => pluginWork(installed, providers),
  }));

/** Mails, if a mail server is configured. */
function addMails({ config, graph, providers }: AppContext): void {
  const { smtpUrl: url, mailFrom: from, storefrontUrl } = config;
  if (url === undefined) return;
  const server = publicUrlOf(config);
  const sites = { storefront: storefrontUrl ?? null, admin: adminUrlOf(config), server };
  const ofShop = mailComposer({ graph, rules: providers.rules }, sites);
  const ofPlugins = pluginMails(providers);
  providers.notification.add(
    smtpNotifications({
      url,
      from,
      events: [...ofShop.events, ...ofPlugins.events],
      compose: async (event, data) =>
        (await ofShop.compose(event, data)) ?? (await ofPlugins.compose(event, data)),
    }),
  );
}

/** Where the links in mails to admins lead: the dashboard, unless the shop has another. */
const adminUrlOf = (config: AppContext["config"]): string | null =>
  config.adminUrl ?? (config.dashboard === "on" ? `${publicUrlOf(config)}/app` : null);

/** Updates the offset indexes of long lists while the server runs. */
function maintainOffsetIndexes(app: App, { db, graph }: AppContext): void {
  const entities = graph.registry.all();
  const offsetIndexes = new OffsetIndexMaintenance({ pool: db.pool, entities, log: app.log });
  app.addHook("onListen", async () => offsetIndexes.start());
  app.addHook("onClose", () => offsetIndexes.stop());
}

declare module "fastify" {
  interface FastifyInstance {
    /** For a process without HTTP. */
    startWork(): Promise<void>;
  }
}
