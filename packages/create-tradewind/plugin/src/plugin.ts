import { definePlugin, Type, tables } from "tradewind/plugin";
import { deleteOldVisits, recordVisit, type Tables, visitors } from "./visits.ts";

/** Counts the visits of customers. Every part is an example: keep what you need. */
export default definePlugin({
  // For good: the schema of the table ({{schema}}) and the jobs are stored under this name.
  name: "{{name}}",
  version: "0.1.0",
  tables: tables<Tables>(),
  migrations: new URL("../migrations/", import.meta.url),
  events: { "{{name}}.visited": Type.Object({ id: Type.String(), number: Type.Integer() }) },
  jobs: {
    "delete-old": { run: (_payload, { shop }) => deleteOldVisits(shop) },
  },
  schedules: [{ job: "delete-old", pattern: "0 3 * * *", missed: "once" }],
  register({ on, routes, shop }) {
    on("customer.created", ({ data }) => shop.log.info("a new customer", { id: data["id"] }));

    routes((app) => {
      app.post<{ Body: { at?: string } }>(
        "/store/visits",
        {
          config: { customerOnly: true },
          schema: {
            summary: "Record a visit",
            body: Type.Object({ at: Type.Optional(Type.String({ format: "date-time" })) }),
            response: { 200: Type.Object({ number: Type.Integer() }) },
          },
        },
        async (request) => {
          const { customerId } = await request.caller();
          const at = new Date(request.body.at ?? Date.now());
          if (at.getTime() > Date.now())
            throw shop.refusal("invalid_data", "at: a visit is not in the future");
          const number = await shop.transaction(async (tx) => {
            const number = await recordVisit(tx, { customerId: customerId!, at });
            await tx.emit("{{name}}.visited", { id: customerId!, number });
            return number;
          });
          return { number };
        },
      );

      app.get<{ Querystring: { limit: number } }>(
        "/admin/visits",
        {
          config: { permission: "customers:read" },
          schema: {
            summary: "List the visitors, the most frequent first",
            querystring: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }) }),
            response: {
              200: Type.Object({
                visitors: Type.Array(Type.Object({ email: Type.String(), number: Type.Integer() })),
              }),
            },
          },
        },
        async ({ query }) => ({ visitors: await visitors(shop, query.limit) }),
      );
    });
  },
});
