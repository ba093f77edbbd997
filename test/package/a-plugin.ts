// Uses every port. Compiled in strict mode against the packed package, without the types of Node and of Fastify.
import {
  type Authorization,
  type BatchJobChanges,
  type ByteStream,
  definePlugin,
  type FileProvider,
  type PaymentProvider,
  type Shop,
  type ShopEvent,
  type Tradewind,
  Type,
  tables,
} from "tradewind/plugin";

const files = new Map<string, Uint8Array[]>();

const memory: FileProvider = {
  id: "memory",
  async save({ name, content, isPrivate }) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    files.set(name, pieces);
    return { key: name, url: isPrivate ? null : `https://files.example/${name}` };
  },
  async delete(key) {
    files.delete(key);
  },
  read: async (key) => piecesOf(key),
  downloadUrl: async (key, { seconds }) => `https://files.example/${key}?for=${seconds}`,
};

async function* piecesOf(key: string): ByteStream & AsyncGenerator<Uint8Array> {
  yield* files.get(key) ?? [];
}

class Invoice implements PaymentProvider {
  readonly id = "invoice";
  initiate: PaymentProvider["initiate"] = async ({ amount, currencyCode }) => ({ amount, currencyCode });
  update: PaymentProvider["update"] = async (data, { amount }, sent) => ({ ...data, ...sent, amount });
  authorize: PaymentProvider["authorize"] = async ({ data }): Promise<Authorization> => ({
    status: "authorized",
    data,
  });
  capture: PaymentProvider["capture"] = async ({ data }) => data;
  refund: PaymentProvider["refund"] = async ({ data, amount }) => ({ ...data, refunded: amount });
  cancel: PaymentProvider["cancel"] = async ({ data }) => data;
  async deleteSession() {}
  status: PaymentProvider["status"] = async () => "authorized";
  webhook: PaymentProvider["webhook"] = async ({ rawBody }) =>
    rawBody.length > 0 ? { kind: "captured", resourceId: "cart_1", data: {} } : { kind: "nothing" };
}

interface Tables {
  balance: { customer_id: string; points: number };
}

export default definePlugin({
  name: "every-port",
  tables: tables<Tables>(),
  migrations: { href: "file:///plugin/migrations/" },
  dashboard: { entry: { href: "file:///plugin/dashboard/index.tsx" } },
  events: { "every-port.added": Type.Object({ id: Type.String() }) },
  jobs: {
    expire: {
      attempts: 3,
      async run(payload, { shop, attempt, signal }) {
        if (signal.aborted || attempt > 2) shop.log.warn("late", payload);
        await shop.db.deleteFrom("balance").execute();
      },
    },
  },
  schedules: [{ job: "expire", pattern: "0 3 * * *", missed: "once" }],
  register(tradewind) {
    tradewind.on("order.placed", ({ data }) => addPoints(tradewind.shop, String(data.id)));
    tradewind.on("every-port.added", () =>
      tradewind.shop.transaction(async (tx) => {
        await tx.emit("every-port.added", { id: "1" });
        await tx.enqueue("expire", {}, { after: 60, key: "one" });
        // @ts-expect-error There is no such event.
        await tx.emit("every-port.lost", { id: "1" });
        // @ts-expect-error The id is a text.
        await tx.emit("every-port.added", { id: 1 });
        // @ts-expect-error There is no such job.
        await tx.enqueue("other");
      }),
    );
    register(tradewind);
  },
});

const addPoints = (shop: Shop<Tables>, orderId: string): Promise<void> =>
  shop.transaction(async ({ db }) => {
    const order = await db
      .selectFrom("tradewind_v1.order")
      .select(["customer_id", "status"])
      .where("id", "=", orderId)
      .executeTakeFirst();
    const customer: string | undefined = order?.customer_id;
    if (customer === undefined || order?.status === "canceled")
      throw shop.refusal("not_found", "There is no such order");
    await db.updateTable("balance").set({ points: 1 }).where("customer_id", "=", customer).execute();
    await printed(shop, orderId);
    // @ts-expect-error There is no such column.
    await db.selectFrom("balance").select("point").execute();
  });

async function printed({ api }: Pick<Shop, "api">, id: string): Promise<Uint8Array> {
  const { order } = await api.as({ role: "Support" }).getAdminOrder({ path: { id } });
  const nothing: string = await api.as({ storefront: true }).createStoreCustomerPasswordToken({
    body: { email: order.email ?? "ada@example.com" },
  });
  // @ts-expect-error There is no such operation.
  api.as({ user: nothing }).getOrder;
  return api.as({ user: "usr_1" }).getAdminOrderPackingSlipPdf({ path: { id } });
}

function register(tradewind: Pick<Tradewind, keyof Tradewind>): void {
  tradewind.fileProvider(memory);
  tradewind.paymentProvider(new Invoice());
  tradewind.taxProvider({
    id: "flat",
    taxLines: async ({ items }) => ({
      items: items.map(({ lineItemId }) => ({ lineItemId, rate: 19, name: "VAT", code: null })),
      shipping: [],
    }),
  });
  tradewind.notificationProvider({
    id: "pigeon",
    events: ["order.placed"],
    send: async (_event, data) => ({ to: String(data["id"]), data: {} }),
    resend: async (sent, { to }) => ({ ...sent, to: to ?? sent.to }),
  });
  tradewind.batchJobType({
    id: "count",
    preProcess: async (): Promise<BatchJobChanges> => ({ result: { advancement_count: 0 } }),
    async process(job, run) {
      await run.checkpoint({ result: { advancement_count: 1 } });
      return (await run.isCanceled()) ? {} : { context: job.context };
    },
  });
  tradewind.oauthApp({
    applicationName: "books",
    displayName: "Books",
    async exchange(code, { signal }) {
      if (signal.aborted) throw tradewind.refusal("unexpected_state", "too late");
      return { access_token: code };
    },
  });
  tradewind.on("order.*", (event: ShopEvent, { signal }) => signal.aborted || event.occurredAt.getTime());
  tradewind.routes((app) => {
    app.get("/store/opening-hours", async () => ({ from: 9, to: 17 }));
    app.post<{ Body: { text: string } }>(
      "/admin/notice",
      { schema: { body: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } } },
      async (request, reply) => {
        const { userId } = await request.caller();
        return reply.code(201).send({ text: request.body.text, userId });
      },
    );
  });
}
