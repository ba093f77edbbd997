import { type RoutesApp, Type } from "tradewind/plugin";
import { finishRepair } from "./finish-repair.ts";
import { openRepairs, type RepairShop } from "./repairs.ts";

export function adminRoutes(app: RoutesApp, shop: RepairShop): void {
  app.get("/admin/repairs", { config: { permission: "customers:read" } }, async () => ({
    repairs: await openRepairs(shop),
  }));

  app.post<{ Params: { id: number } }>(
    "/admin/repairs/:id/finish",
    {
      config: { permission: "customers:write" },
      schema: { summary: "Finish a repair", params: Type.Object({ id: Type.Integer() }) },
    },
    async ({ params: { id } }) => {
      await finishRepair(shop, id);
      return { id };
    },
  );
}
