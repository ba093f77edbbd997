// A plugin that uses every port. Each part writes down in `seen` that it ran.
import { definePlugin, Type } from "tradewind/plugin";
import { fields } from "./fields.mjs";
import { addProviders } from "./providers.mjs";

const write = ({ db }, what, key) =>
  db
    .insertInto("seen")
    .values({ what, key: String(key) })
    .onConflict((row) => row.doNothing())
    .execute();

/** Refuses what has this name. */
const refusedBy =
  (nameOf) =>
  (input, { refuse }) =>
    String(nameOf(input)).includes("refused")
      ? refuse(`refused by every-port`, { code: "every_port" })
      : null;

export default definePlugin({
  name: "every-port",
  migrations: new URL("./migrations/", import.meta.url),
  dashboard: new URL("./dashboard/", import.meta.url),
  fields,
  events: { "every-port.counted": Type.Object({ id: Type.String() }) },
  jobs: {
    count: {
      attempts: 3,
      timeout: 30,
      async run({ order }, { shop }) {
        await shop.transaction(async (tx) => {
          await write(tx, "job", order);
          await tx.emit("every-port.counted", { id: String(order) });
        });
      },
    },
    nightly: { run: async (_payload, { shop }) => void (await write(shop, "schedule", "nightly")) },
  },
  schedules: [{ job: "nightly", pattern: "0 3 * * *", missed: "once" }],
  middleware: [
    { path: "/store/regions", handler: (_request, reply) => void reply.header("x-every-port", "yes") },
  ],
  rules: {
    line: refusedBy(({ line }) => line.metadata.note),
    cart: refusedBy(({ cart }) => cart.email),
    completion: refusedBy(({ data }) => data?.note),
    refund: refusedBy(({ note }) => note),
    customer: refusedBy(({ customer }) => customer.email),
    product: refusedBy(({ product }) => product.title),
  },
  choices: {
    price: ({ candidates, selected, quantity }) =>
      quantity === 7 ? { amount: candidates[selected].amount - 1 } : null,
    taxLines: ({ lines }) => ({ lines }),
    location: ({ levels }) => levels.map(({ location_id }) => location_id),
    orderNumber: ({ display_id }) => `EP-${display_id}`,
  },
  steps: {
    beforeCompletion: async ({ cart }) => ({ note: String(cart.metadata.note) }),
    afterCompletion: async ({ order_id }, { shop }) => void (await write(shop, "step", order_id)),
  },
  register(tradewind) {
    const { on, routes, shop } = tradewind;
    addProviders(tradewind);
    on("order.placed", ({ data }) =>
      shop.transaction(async (tx) => {
        await write(tx, "event", data.id);
        await tx.enqueue("count", { order: data.id }, { key: String(data.id) });
      }),
    );
    on("every-port.counted", ({ data }) => write(shop, "own-event", data.id));
    routes((app) => {
      app.get(
        "/admin/every-port",
        {
          config: { permission: "orders:read" },
          schema: {
            summary: "List what has run",
            response: { 200: Type.Object({ seen: Type.Array(Type.Any()) }) },
          },
        },
        async () => ({ seen: await shop.db.selectFrom("seen").selectAll().orderBy("what").execute() }),
      );
      app.get("/store/every-port/orders", async () => {
        const { count } = await shop.api.as({ role: "Owner" }).listAdminOrders({ query: { limit: 1 } });
        const rows = await shop.db.selectFrom("tradewind_v1.order").select("id").execute();
        return { count, rows: rows.length };
      });
    });
  },
});
