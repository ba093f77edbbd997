import type { Static } from "typebox";
import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { createPriceList, deletePriceList, updatePriceList } from "./price-list-changes.ts";
import { withVariants } from "./price-list-response.ts";
import {
  adminPriceList,
  adminPriceLists,
  adminPriceListsOfGroups,
  newPriceListBody,
  priceListChangesBody,
} from "./price-list-schemas.ts";

const tags = ["Price Lists"];
const priceListResponseSchema = ok({ price_list: view("price_list") });
const priceListById = {
  tags,
  querystring: selectionFrom(adminPriceList),
  params: path("id"),
  response: priceListResponseSchema,
};

type Changes = Static<typeof priceListChangesBody>;

/** Undefined stays undefined: an absent field is not changed. */
const parsedDate = (text: string | null | undefined) =>
  (text ? parseTimestamp(text) : text) as Date | null | undefined;

const parsedTerms = <Sent extends Changes>({ customer_groups, starts_at, ends_at, ...rest }: Sent) => ({
  ...rest,
  starts_at: parsedDate(starts_at),
  ends_at: parsedDate(ends_at),
  groupIds: customer_groups?.map(({ id }) => id),
});

export const priceListRoutes: Routes = (app, { config, db, graph }) => {
  const priceListResponse = async (id: string, selection: Wanted = {}) => ({
    price_list: withVariants(found(await graph.find(adminPriceList, id, selection), "Price list", id)),
  });

  app.get(
    "/admin/price-lists",
    {
      schema: {
        tags,
        summary: "List price lists",
        querystring: adminPriceLists.querystring,
        response: page("price_lists", "price_list"),
      },
    },
    async (request) => {
      const showsGroups = "q" in request.query || "customer_groups" in request.query;
      const list = showsGroups ? adminPriceListsOfGroups : adminPriceLists;
      const { rows, ...paging } = await list.read(graph, request.query, config);
      return { price_lists: rows.map(withVariants), ...paging };
    },
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

  // As in v1, which accepts a selection here and ignores it.
  app.get(
    "/admin/price-lists/:id",
    { schema: { ...priceListById, querystring: noQuery, summary: "Get a price list" } },
    (request) => priceListResponse(request.params.id),
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
