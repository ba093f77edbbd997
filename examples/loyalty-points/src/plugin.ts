import { definePlugin, tables } from "tradewind/plugin";
import { adminRoutes } from "./admin-routes.ts";
import { events } from "./events.ts";
import { expirePoints } from "./expiry.ts";
import { expiringMail } from "./mails.ts";
import { ORDER_EVENTS, settleOrder } from "./orders.ts";
import { erase, personalData } from "./personal-data.ts";
import { checkRewards, findUsedRewards } from "./rewards.ts";
import { storeRoutes } from "./store-routes.ts";
import type { Tables } from "./tables.ts";

/** Points for orders that are paid, which customers make discount codes. */
export default definePlugin({
  name: "loyalty-points",
  version: "0.1.0",
  tables: tables<Tables>(),
  migrations: new URL("../migrations/", import.meta.url),
  dashboard: new URL("../dashboard/", import.meta.url),
  events,
  fields: {
    customer: {
      loyalty_points: {
        type: "integer",
        label: "Loyalty points",
        computed: true,
        filter: true,
        storefront: "read",
      },
    },
  },
  jobs: { expire: { run: expirePoints } },
  schedules: [{ job: "expire", pattern: "30 2 * * *", missed: "once" }],
  mails: { "loyalty-points.expiring": expiringMail },
  personalData,
  steps: { beforeCompletion: findUsedRewards },
  rules: { completion: checkRewards },
  register({ on, routes, shop }) {
    for (const event of ORDER_EVENTS) on(event, ({ data }) => settleOrder(shop, String(data["id"])));
    on("customer.erased", ({ data }) => erase(shop, String(data["id"])));
    routes((app) => {
      storeRoutes(app, shop);
      adminRoutes(app, shop);
    });
  },
});
