import { definePlugin, tables } from "tradewind/plugin";
import { adminRoutes } from "./admin-routes.ts";
import { deleteOld } from "./delete-old.ts";
import { events, type Tables } from "./repairs.ts";
import { storeRoutes } from "./store-routes.ts";

export default definePlugin({
  name: "{{name}}",
  version: "0.1.0",
  tables: tables<Tables>(),
  migrations: new URL("../migrations/", import.meta.url),
  fields: {
    product: {
      material: {
        type: "choice",
        label: "Material",
        options: ["canvas", "leather", "wool"],
        filter: true,
        storefront: "read",
      },
    },
  },
  rules: {
    line({ line }, { refuse }) {
      if (line.quantity > 20) return refuse("quantity: at most 20 pieces of one item", { code: "too_many" });
    },
  },
  events,
  jobs: { "delete-old": { run: (_payload, { shop }) => deleteOld(shop) } },
  schedules: [{ job: "delete-old", pattern: "0 3 * * *", missed: "once" }],
  dashboard: new URL("../dashboard/", import.meta.url),
  register({ on, routes, shop }) {
    routes((app) => {
      storeRoutes(app, shop);
      adminRoutes(app, shop);
    });
    on("{{name}}.finished", ({ data }) => shop.log.info("a repair is finished", data));
  },
});
