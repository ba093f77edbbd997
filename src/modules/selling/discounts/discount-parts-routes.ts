import { path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { adminDiscount, discountAnswer, dynamicCodeBody } from "./discount-schemas.ts";
import { addDiscountRegion, removeDiscountRegion } from "./use-cases/change-discount-regions.ts";
import { createDynamicCode } from "./use-cases/create-dynamic-code.ts";
import { deleteDynamicCode } from "./use-cases/delete-dynamic-code.ts";
import { showDiscount } from "./use-cases/show-discount.ts";

const shared = { tags: ["Discounts"], querystring: selectionFrom(adminDiscount), response: discountAnswer };

/** The regions of a discount, and the codes that are made from it. */
export const discountPartsRoutes: Routes = (app, { db, graph }) => {
  app.post(
    "/admin/discounts/:id/regions/:region_id",
    { schema: { ...shared, summary: "Add a region to a discount", params: path("id", "region_id") } },
    async (request) => {
      const { id, region_id } = request.params;
      await addDiscountRegion({ db }, { discountId: id, regionId: region_id });
      return showDiscount(graph, id, request.query);
    },
  );

  app.delete(
    "/admin/discounts/:id/regions/:region_id",
    { schema: { ...shared, summary: "Remove a region from a discount", params: path("id", "region_id") } },
    async (request) => {
      const { id, region_id } = request.params;
      await removeDiscountRegion({ db }, { discountId: id, regionId: region_id });
      return showDiscount(graph, id, request.query);
    },
  );

  app.post(
    "/admin/discounts/:id/dynamic-codes",
    { schema: { ...shared, summary: "Create a dynamic code", params: path("id"), body: dynamicCodeBody } },
    async (request) =>
      showDiscount(graph, await createDynamicCode({ db }, request.params.id, request.body), request.query),
  );

  app.delete(
    "/admin/discounts/:id/dynamic-codes/:code",
    { schema: { ...shared, summary: "Delete a dynamic code", params: path("id", "code") } },
    async (request) => {
      const { id, code } = request.params;
      await deleteDynamicCode({ db }, id, code);
      return showDiscount(graph, id, request.query);
    },
  );
};
