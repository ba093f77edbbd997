import { type RoutesApp, type Static, Type } from "tradewind/plugin";
import { type RepairShop, repairsOf, reportRepair } from "./repairs.ts";

const report = Type.Object({
  product_id: Type.String(),
  what: Type.String({ minLength: 1, maxLength: 500 }),
});

/** The types of the API do not know the fields of a shop: these are of this plugin. */
interface Described {
  custom_fields?: { material?: string };
}

export function storeRoutes(app: RoutesApp, shop: RepairShop): void {
  app.get("/store/repairs/terms", async () => ({ weeks: 3 }));

  app.post<{ Body: Static<typeof report> }>(
    "/store/repairs",
    { config: { customerOnly: true }, schema: { summary: "Report something to repair", body: report } },
    async (request) => {
      const { customerId } = await request.caller();
      const { product_id, what } = request.body;
      const storefront = shop.api.as({ storefront: true });
      const { product } = await storefront.getStoreProduct({ path: { id: product_id } });
      if ((product as Described).custom_fields?.material === "leather")
        throw shop.refusal("not_allowed", "product_id: we do not repair leather");
      return { id: await reportRepair(shop, { customer_id: customerId!, product_id, what }) };
    },
  );

  app.get("/store/repairs", { config: { customerOnly: true } }, async (request) => {
    const { customerId } = await request.caller();
    return { repairs: await repairsOf(shop, customerId!) };
  });
}
