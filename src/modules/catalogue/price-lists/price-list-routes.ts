import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, ok, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { priceListSelection } from "../v1-shapes.ts";
import { createPriceList, deletePriceList, updatePriceList } from "./price-list-changes.ts";
import {
  adminPriceLists,
  listPriceLists,
  newPriceListBody,
  parsedTerms,
  priceListChangesBody,
} from "./price-list-schemas.ts";
import { adminPriceList, findPriceList } from "./price-lists-graph.ts";

const tags = ["Price Lists"];
const priceListResponseSchema = ok({ price_list: shown("AdminPriceList", adminPriceList) });
const priceListById = {
  tags,
  querystring: selectionFrom(adminPriceList),
  params: path("id"),
  response: priceListResponseSchema,
};

export const priceListRoutes: Routes = (app, { config, db, graph }) => {
  const priceListResponse = async (id: string, selection: RequestedSelection) => ({
    price_list: await findPriceList(graph, id, selection),
  });

  app.get(
    "/admin/price-lists",
    {
      schema: {
        tags,
        summary: "List price lists",
        querystring: adminPriceLists.querystring,
        response: page(
          "price_lists",
          shown("AdminListedPriceList", adminPriceLists.view, ["customer_groups"]),
        ),
      },
    },
    (request) => listPriceLists(graph, request.query, config),
  );

  app.post(
    "/admin/price-lists",
    {
      schema: {
        tags,
        summary: "Create a price list",
        querystring: selectionFrom(adminPriceList),
        body: newPriceListBody,
        response: priceListResponseSchema,
      },
    },
    async (request) =>
      priceListResponse(await createPriceList({ db }, parsedTerms(request.body)), request.query),
  );

  app.get(
    "/admin/price-lists/:id",
    { schema: { ...priceListById, querystring: noQuery, summary: "Get a price list" } },
    (request) => priceListResponse(request.params.id, priceListSelection),
  );

  app.post(
    "/admin/price-lists/:id",
    { schema: { ...priceListById, summary: "Update a price list", body: priceListChangesBody } },
    async (request) => {
      await updatePriceList({ db }, request.params.id, parsedTerms(request.body));
      return priceListResponse(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/price-lists/:id",
    {
      schema: {
        ...priceListById,
        summary: "Delete a price list",
        querystring: noQuery,
        response: deletedBody,
      },
    },
    async (request) => {
      await deletePriceList({ db }, request.params.id);
      return { id: request.params.id, object: "price-list", deleted: true };
    },
  );
};
