// A plugin that uses every port. Each part writes down in `seen` that it ran.
import { definePlugin, type PluginDb, type PluginSteps, type Shop, Type, tables } from "tradewind/plugin";
import { fields } from "./fields.ts";
import { addProviders } from "./providers.ts";
import { addRoutes } from "./routes.ts";
import { choices, rules } from "./rules.ts";
import type { Tables } from "./tables.ts";

const write = ({ db }: { readonly db: PluginDb<Tables> }, what: string, key: unknown) =>
  db
    .insertInto("seen")
    .values({ what, key: String(key) })
    .onConflict((row) => row.doNothing())
    .execute();

/** The first product of an order. */
async function productOf({ api, refusal }: Pick<Shop, "api" | "refusal">, id: string): Promise<string> {
  const { order } = await api.as({ permissions: ["orders:read"] }).getAdminOrder({ path: { id } });
  const product = order.items?.[0]?.variant?.product_id;
  if (!product) throw refusal("not_found", `${id} has no product`, "every_port");
  return product;
}

const steps: Required<PluginSteps<Tables>> = {
  beforeCompletion: async ({ cart }) => ({ note: String(cart.metadata["note"]) }),
  afterCompletion: async ({ order_id }, { shop }) => void (await write(shop, "step", order_id)),
};

const events = { "every-port.counted": Type.Object({ id: Type.String() }) };

export default definePlugin({
  name: "every-port",
  version: "every",
  tables: tables<Tables>(),
  migrations: new URL("../migrations/", import.meta.url),
  dashboard: new URL("../dashboard/", import.meta.url),
  fields,
  events,
  jobs: {
    count: {
      attempts: 3,
      timeout: 30,
      async run({ order }, { shop, attempt, signal }) {
        if (signal.aborted || attempt > 2) shop.log.warn("late");
        const id = await productOf(shop, String(order));
        await shop.transaction(async (tx) => {
          const body = { custom_fields: { sold: 7 } };
          await tx.api.as({ permissions: ["products:write"] }).updateAdminProduct({ path: { id }, body });
          await write(tx, "job", order);
          await tx.emit("every-port.counted", { id: String(order) });
        });
      },
    },
    nightly: { run: async (_payload, { shop }) => void (await write(shop, "schedule", "nightly")) },
  },
  schedules: [{ job: "nightly", pattern: "0 3 * * *", missed: "once" }],
  mails: {
    "every-port.counted": async ({ id }, { shop }) => {
      await write(shop, "mail", id);
      return { to: "port@example.com", subject: "Counted", text: String(id) };
    },
  },
  personalData: async ({ customer_ids, emails }) => ({ known: [{ customers: customer_ids.length, emails }] }),
  middleware: [
    {
      path: "/store/regions",
      methods: ["GET"],
      handler: (_request, reply) => void reply.header("x-every-port", "yes"),
    },
  ],
  rules,
  choices,
  steps,
  register(tradewind) {
    const { on, routes, shop } = tradewind;
    addProviders(tradewind);
    on("order.placed", ({ data }) =>
      shop.transaction(async (tx) => {
        await write(tx, "event", data["id"]);
        await tx.enqueue("count", { order: data["id"] }, { key: String(data["id"]) });
      }),
    );
    on("every-port.counted", ({ data }) => write(shop, "own-event", data["id"]), { name: "counted" });
    routes(addRoutes(shop));
  },
});
