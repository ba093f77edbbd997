import { type RoutesApp, type Shop, Type } from "tradewind/plugin";
import type { Tables } from "./tables.ts";

const schema = {
  summary: "List what has run",
  response: { 200: Type.Object({ seen: Type.Array(Type.Any()), may: Type.Boolean() }) },
};

export const addRoutes = (shop: Shop<Tables>) => (app: RoutesApp) => {
  app.get("/admin/every-port", { config: { permission: "orders:read" }, schema }, async (request) => {
    const { userId } = await request.caller();
    const may = userId !== null;
    return { may, seen: await shop.db.selectFrom("seen").selectAll().orderBy("what").execute() };
  });

  app.post<{ Body: { text: string } }>(
    "/admin/every-port/open",
    {
      config: { public: true },
      bodyLimit: 1000,
      schema: { hide: true, body: Type.Object({ text: Type.String() }) },
    },
    async (request, reply) => reply.code(201).send({ text: request.body.text }),
  );

  app.get("/store/every-port/mine", { config: { customerOnly: true } }, async () => ({}));

  app.get("/store/every-port/orders", async () => {
    const { count } = await shop.api.as({ role: "Owner" }).listAdminOrders({ query: { limit: 1 } });
    const rows = await shop.db.selectFrom("tradewind_v1.order").select("id").execute();
    return { count, rows: rows.length, isConnected: (await shop.oauthToken("every-port")) !== null };
  });
};
