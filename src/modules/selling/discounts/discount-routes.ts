import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { deletedObject } from "../v1-shapes.ts";
import {
  addDiscountRegion,
  createDiscount,
  createDynamicCode,
  deleteDiscount,
  deleteDynamicCode,
  removeDiscountRegion,
  updateDiscount,
} from "./discount-changes.ts";
import {
  adminDiscount,
  adminDiscounts,
  discountAnswer,
  discountChangesBody,
  dynamicCodeBody,
  newDiscountBody,
  withDates,
} from "./discount-schemas.ts";
import { listDiscounts, showDiscount, showDiscountByCode } from "./use-cases/show-discount.ts";

const tags = ["Discounts"];
const some = { tags, querystring: selectionFrom(adminDiscount), response: discountAnswer };
const one = { ...some, params: path("id") };

export const discountRoutes: Routes = (app, { config, db, graph }) => {
  app.get(
    "/admin/discounts",
    {
      schema: {
        tags,
        summary: "List discounts",
        querystring: adminDiscounts.querystring,
        response: page("discounts", shown("AdminDiscount", adminDiscount)),
      },
    },
    (request) => listDiscounts(graph, request.query, config),
  );

  app.post(
    "/admin/discounts",
    { schema: { ...some, summary: "Create a discount", body: newDiscountBody } },
    async (request) =>
      showDiscount(graph, await createDiscount({ db }, withDates(request.body)), request.query),
  );

  app.get("/admin/discounts/:id", { schema: { ...one, summary: "Get a discount" } }, (request) =>
    showDiscount(graph, request.params.id, request.query),
  );

  app.get(
    "/admin/discounts/code/:code",
    { schema: { ...some, summary: "Get a discount by its code", params: path("code") } },
    (request) => showDiscountByCode(graph, request.params.code, request.query),
  );

  app.post(
    "/admin/discounts/:id",
    { schema: { ...one, summary: "Update a discount", body: discountChangesBody } },
    async (request) => {
      await updateDiscount({ db }, request.params.id, withDates(request.body));
      return showDiscount(graph, request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/discounts/:id",
    { schema: { ...one, summary: "Delete a discount", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteDiscount({ db }, request.params.id);
      return { id: request.params.id, object: deletedObject.discount, deleted: true };
    },
  );

  app.post(
    "/admin/discounts/:id/regions/:region_id",
    { schema: { ...some, summary: "Add a region to a discount", params: path("id", "region_id") } },
    async (request) => {
      const { id, region_id } = request.params;
      await addDiscountRegion({ db }, { discountId: id, regionId: region_id });
      return showDiscount(graph, id, request.query);
    },
  );

  app.delete(
    "/admin/discounts/:id/regions/:region_id",
    { schema: { ...some, summary: "Remove a region from a discount", params: path("id", "region_id") } },
    async (request) => {
      const { id, region_id } = request.params;
      await removeDiscountRegion({ db }, { discountId: id, regionId: region_id });
      return showDiscount(graph, id, request.query);
    },
  );

  app.post(
    "/admin/discounts/:id/dynamic-codes",
    { schema: { ...some, summary: "Create a dynamic code", params: path("id"), body: dynamicCodeBody } },
    async (request) =>
      showDiscount(graph, await createDynamicCode({ db }, request.params.id, request.body), request.query),
  );

  app.delete(
    "/admin/discounts/:id/dynamic-codes/:code",
    { schema: { ...some, summary: "Delete a dynamic code", params: path("id", "code") } },
    async (request) => {
      const { id, code } = request.params;
      await deleteDynamicCode({ db }, id, code);
      return showDiscount(graph, id, request.query);
    },
  );
};
