import { CommitNotifier } from "./events/commit-notifier.ts";
import { EventListener } from "./events/event-listener.ts";
import { Subscriptions } from "./events/subscriptions.ts";
import { OffsetIndexMaintenance } from "./graph/offset-index-maintenance.ts";
import type { Parts } from "./http/routes.ts";
import type { App } from "./http/server.ts";
import { JobRunner } from "./jobs/runner.ts";
import { joinedWork, type Work } from "./jobs/work.ts";
import { mailComposer, notificationSubscribers } from "./modules/orders/notifications/index.ts";
import { registerApps, tokenReader } from "./modules/people/oauth/index.ts";
import { WebhookDispatcher, type WebhookMetrics } from "./modules/platform/webhooks/index.ts";
import { smtpNotifications } from "./providers/smtp/smtp-notifications.ts";
import { syncProviders } from "./providers/sync-providers.ts";

/** The background work of a server. */
interface Background {
  works: readonly Work[];
  metrics: WebhookMetrics;
}

/** Starts and stops the background work with the app: mails, subscribers, webhooks, jobs, the positions of long lists. */
export function installBackground(app: App, parts: Parts, background: Background): void {
  addMails(parts);
  connectProviders(app, parts, background);
  keepPositions(app, parts);
}

/**
 * Registers providers and subscribers in the database before the first request. Subscribers and jobs run while the server listens,
 * or in a separate `worker` process.
 */
function connectProviders(app: App, { config, db, providers }: Parts, { works, metrics }: Background): void {
  providers.readOauthToken = tokenReader({ db, providers, timeout: config.oauthTimeout });
  const subscribers = [...providers.subscribers.all(), ...notificationSubscribers({ db, providers })];
  const listener = new EventListener(db.direct);
  const commitNotifier = new CommitNotifier(db);
  const subscriptions = new Subscriptions({
    db,
    subscribers,
    listener,
    log: app.log,
    timeout: config.subscriberTimeout,
  });
  const webhooks = new WebhookDispatcher({
    db,
    listener,
    metrics,
    log: app.log,
    addressPolicy: config.webhookPrivateAddresses === "allow" ? "anywhere" : "public",
    timeout: config.webhookTimeout,
    concurrency: config.webhookConcurrency,
    retryPause: config.webhookRetryPause,
  });
  const runner = new JobRunner({
    db,
    ...joinedWork(works),
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
}

/** Mails, if a mail server is configured. */
function addMails({ config, graph, providers }: Parts): void {
  const { smtpUrl: url, mailFrom: from, storefrontUrl, adminUrl } = config;
  if (url === undefined) return;
  const sites = { storefront: storefrontUrl ?? null, admin: adminUrl ?? null };
  providers.notification.add(smtpNotifications({ url, from, ...mailComposer({ graph }, sites) }));
}

/** The places of rows in long lists stay cheap to find while the server runs. */
function keepPositions(app: App, { db, graph }: Parts): void {
  const offsetIndexes = new OffsetIndexMaintenance({ pool: db.pool, registry: graph.registry, log: app.log });
  app.addHook("onListen", async () => offsetIndexes.start());
  app.addHook("onClose", () => offsetIndexes.stop());
}

declare module "fastify" {
  interface FastifyInstance {
    /** For a process without HTTP. */
    startWork(): Promise<void>;
  }
}
