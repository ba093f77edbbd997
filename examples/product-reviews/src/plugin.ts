import { definePlugin, Type, tables } from "tradewind/plugin";
import { adminRoutes } from "./admin-routes.ts";
import { moderatedMail, writtenMail } from "./mails.ts";
import { erase, forgetWritings } from "./reviews.ts";
import { storeRoutes } from "./store-routes.ts";
import type { Tables } from "./tables.ts";

const computed = { type: "integer", computed: true, filter: true, storefront: "read" } as const;

/** Reviews of products, which the merchant publishes or rejects. */
export default definePlugin({
  name: "product-reviews",
  version: "0.1.0",
  tables: tables<Tables>(),
  migrations: new URL("../migrations/", import.meta.url),
  dashboard: new URL("../dashboard/", import.meta.url),
  events: {
    "product-reviews.written": Type.Object({
      id: Type.String(),
      product_id: Type.String(),
      customer_id: Type.String(),
    }),
    "product-reviews.moderated": Type.Object({
      id: Type.String(),
      customer_id: Type.String(),
      state: Type.String(),
    }),
  },
  fields: {
    product: {
      review_rating: { ...computed, label: "Rating", description: "In hundredths of a star: 450 is 4.5." },
      review_count: { ...computed, label: "Number of reviews" },
    },
  },
  jobs: { forget: { run: (_payload, { shop }) => forgetWritings(shop) } },
  schedules: [{ job: "forget", pattern: "15 3 * * *" }],
  mails: { "product-reviews.written": writtenMail, "product-reviews.moderated": moderatedMail },
  async personalData({ customer_ids }, { shop }) {
    const of = [...customer_ids];
    return {
      review: await shop.db.selectFrom("review").selectAll().where("customer_id", "in", of).execute(),
    };
  },
  register({ on, routes, shop }) {
    on("customer.erased", ({ data }) => erase(shop, String(data["id"])));
    routes((app) => {
      storeRoutes(app, shop);
      adminRoutes(app, shop);
    });
  },
});
