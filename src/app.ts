import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installBackground } from "./background.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { pendingMigrations } from "./db/migrate.ts";
import { demoRoutes } from "./demo/demo-routes.ts";
import { entities } from "./entities.ts";
import { Graph } from "./graph/graph.ts";
import { Registry } from "./graph/registry.ts";
import { installApiReference } from "./http/api-reference.ts";
import { GuessLimits } from "./http/guess-limits.ts";
import { installHealth } from "./http/health.ts";
import { installMetrics } from "./http/metrics.ts";
import type { Parts } from "./http/routes.ts";
import { type App, createServer } from "./http/server.ts";
import { analyticsConfigRoutes } from "./modules/analytics-configs/index.ts";
import { auditRoutes, keepAudit } from "./modules/audit/index.ts";
import { authRoutes, callerIdentifier } from "./modules/auth/index.ts";
import { importTypes } from "./modules/batch-imports/index.ts";
import { batchJobRoutes, batchJobWork, exportTypes } from "./modules/batch-jobs/index.ts";
import { cartLineRoutes, cartRoutes, paymentSessionRoutes } from "./modules/carts/index.ts";
import { categoryRoutes, storeCategoryRoutes } from "./modules/categories/index.ts";
import { checkoutRoutes, paymentHookRoutes } from "./modules/checkout/index.ts";
import { claimRoutes, claimWork } from "./modules/claims/index.ts";
import { collectionRoutes } from "./modules/collections/index.ts";
import { currencyRoutes } from "./modules/currencies/index.ts";
import { customerGroupRoutes } from "./modules/customer-groups/index.ts";
import { customerRoutes } from "./modules/customers/index.ts";
import { discountRoutes } from "./modules/discounts/index.ts";
import { draftOrderRoutes } from "./modules/draft-orders/index.ts";
import { eventRoutes } from "./modules/events/index.ts";
import {
  exchangeFulfillmentRoutes,
  fulfillmentWork,
  orderFulfillmentRoutes,
  orderReservationRoutes,
} from "./modules/fulfillments/index.ts";
import { giftCardRoutes } from "./modules/gift-cards/index.ts";
import { housekeepingWork } from "./modules/housekeeping/index.ts";
import { inventoryItemRoutes, inventoryLevelRoutes, reservationRoutes } from "./modules/inventory/index.ts";
import { jobQueueRoutes } from "./modules/job-queue/index.ts";
import { noteRoutes } from "./modules/notes/index.ts";
import { notificationRoutes } from "./modules/notifications/index.ts";
import { oauthRoutes } from "./modules/oauth/index.ts";
import { adminOrderEditRoutes, editItemRoutes, storeOrderEditRoutes } from "./modules/order-edits/index.ts";
import { timelineRoutes } from "./modules/order-timeline/index.ts";
import {
  adminOrderRoutes,
  orderUpdateRoutes,
  ownOrdersRoutes,
  storeOrderRoutes,
  takeoverRoutes,
} from "./modules/orders/index.ts";
import {
  adminPaymentCollectionRoutes,
  paymentCollectionWork,
  storePaymentCollectionRoutes,
} from "./modules/payment-collections/index.ts";
import { orderPaymentRoutes, paymentRoutes, paymentWork } from "./modules/payments/index.ts";
import { listPricesRoutes, priceListRoutes } from "./modules/price-lists/index.ts";
import { productTagRoutes } from "./modules/product-tags/index.ts";
import { productTypeRoutes } from "./modules/product-types/index.ts";
import {
  productOptionRoutes,
  productRoutes,
  productVariantRoutes,
  storefrontProductRoutes,
  variantRoutes,
} from "./modules/products/index.ts";
import { publishableKeyRoutes } from "./modules/publishable-keys/index.ts";
import { regionPartsRoutes, regionRoutes } from "./modules/regions/index.ts";
import { returnReasonRoutes, returnRoutes, returnWork } from "./modules/returns/index.ts";
import { salesChannelRoutes } from "./modules/sales-channels/index.ts";
import { shippingRoutes } from "./modules/shipping/index.ts";
import { stockLocationRoutes } from "./modules/stock-locations/index.ts";
import { storeRoutes } from "./modules/store/index.ts";
import { orderSwapRoutes, storeSwapRoutes, swapRoutes } from "./modules/swaps/index.ts";
import { taxRateRoutes } from "./modules/taxes/index.ts";
import { fileRoutes, uploadRoutes } from "./modules/uploads/index.ts";
import { inviteRoutes, passwordRoutes, userRoutes } from "./modules/users/index.ts";
import {
  webhookDeliveryRoutes,
  webhookMetrics,
  webhookRoutes,
  webhookWork,
} from "./modules/webhooks/index.ts";
import { packageRoot } from "./package-root.ts";
import { builtInFiles } from "./providers/files/built-in-files.ts";
import { loadProviders } from "./providers/load-providers.ts";
import { installPluginRoutes } from "./providers/plugin-routes.ts";
import type { ProviderRegistry } from "./providers/registry.ts";
import { publicUrlOf } from "./public-url.ts";

export interface AppOptions {
  config: Config;
  db: Db;
  jwtSecret: string;
  /** Where the log goes; standard output when absent. */
  logStream?: NodeJS.WritableStream;
  /** Providers and plugins; those of the configuration when absent. */
  providers?: ProviderRegistry;
  /** For tools that look at the routes or call them in the process: providers and subscribers are not made known. */
  describeOnly?: boolean;
}

/** Puts the parts together. Nothing else in the code knows all of them. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, jwtSecret, logStream } = options;
  const providers = options.providers ?? (await loadProviders(config));
  const identify = callerIdentifier({ db, jwtSecret });
  const app = await createServer({ config, db, secret: jwtSecret, logStream, identify });
  providers.builtInFiles = builtInFiles({
    config,
    secret: jwtSecret,
    publicUrl: () => publicUrl(app, config),
  });
  const registry = new Registry(entities);
  const parts: Parts = {
    config,
    db,
    jwtSecret,
    providers,
    graph: new Graph(db, registry),
    limits: new GuessLimits(db, {
      perAccount: config.failuresPerAccount,
      perAddress: config.failuresPerAddress,
    }),
  };

  const metrics = webhookMetrics(installMetrics(app, db), db);
  await installApiReference(app, registry, version);
  installHealth(app, db, () => pendingMigrations((text) => db.pool.query(text)));
  keepAudit(db);
  const jobTypes = [...exportTypes, ...importTypes];
  for (const routes of [
    analyticsConfigRoutes,
    auditRoutes,
    authRoutes,
    batchJobRoutes(jobTypes),
    cartLineRoutes,
    cartRoutes,
    checkoutRoutes,
    paymentHookRoutes,
    paymentSessionRoutes,
    categoryRoutes,
    claimRoutes,
    collectionRoutes,
    currencyRoutes,
    customerGroupRoutes,
    customerRoutes,
    demoRoutes,
    discountRoutes,
    draftOrderRoutes,
    eventRoutes,
    fileRoutes,
    giftCardRoutes,
    inventoryItemRoutes,
    inventoryLevelRoutes,
    inviteRoutes,
    jobQueueRoutes,
    noteRoutes,
    notificationRoutes,
    oauthRoutes,
    adminOrderEditRoutes,
    editItemRoutes,
    storeOrderEditRoutes,
    adminOrderRoutes,
    timelineRoutes,
    orderFulfillmentRoutes,
    exchangeFulfillmentRoutes,
    orderReservationRoutes,
    orderPaymentRoutes,
    adminPaymentCollectionRoutes,
    storePaymentCollectionRoutes,
    orderUpdateRoutes,
    ownOrdersRoutes,
    takeoverRoutes,
    paymentRoutes,
    storeOrderRoutes,
    passwordRoutes,
    reservationRoutes,
    stockLocationRoutes,
    listPricesRoutes,
    priceListRoutes,
    productOptionRoutes,
    productRoutes,
    productTagRoutes,
    productTypeRoutes,
    productVariantRoutes,
    publishableKeyRoutes,
    storefrontProductRoutes,
    returnReasonRoutes,
    returnRoutes,
    salesChannelRoutes,
    shippingRoutes,
    storeCategoryRoutes,
    uploadRoutes,
    regionPartsRoutes,
    regionRoutes,
    storeRoutes,
    orderSwapRoutes,
    storeSwapRoutes,
    swapRoutes,
    taxRateRoutes,
    userRoutes,
    variantRoutes,
    webhookDeliveryRoutes,
    webhookRoutes,
  ])
    routes(app, parts);
  await installPluginRoutes(app, providers);
  if (!options.describeOnly) {
    const works = [
      batchJobWork({ ...parts, log: app.log }, jobTypes),
      fulfillmentWork(parts),
      housekeepingWork(parts),
      paymentCollectionWork(parts),
      claimWork(parts),
      returnWork(parts),
      paymentWork(parts),
      webhookWork({ db, days: config.webhookLogDays }),
    ];
    installBackground(app, parts, { works, metrics });
  }
  return app;
}

/** With the port it really listens on: the configured one may be "any". */
function publicUrl(app: App, config: Config): string {
  const address = app.server.address();
  return publicUrlOf({
    ...config,
    port: typeof address === "object" && address ? address.port : config.port,
  });
}

const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
  version: string;
};
