import { definePlugin, tables } from "tradewind/plugin";
import { adminRoutes } from "./admin-routes.ts";
import { deleteOld } from "./delete-old.ts";
import { fields } from "./fields.ts";
import { events, type Tables } from "./repairs.ts";
import { rules } from "./rules.ts";
import { storeRoutes } from "./store-routes.ts";

export default definePlugin({
  name: "{{name}}",
  version: "0.1.0",
  fields,
  rules,
  tables: tables<Tables>(),
  migrations: new URL("../migrations/", import.meta.url),
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
