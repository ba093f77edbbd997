import type { Static } from "typebox";
import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import {
  adminPriceList,
  adminPriceLists,
  adminPriceListsOfGroups,
  newPriceListBody,
  priceListChangesBody,
} from "./price-list-schemas.ts";
import { withVariants } from "./shown-price-list.ts";
import { createPriceList } from "./use-cases/create-price-list.ts";
import { deletePriceList } from "./use-cases/delete-price-list.ts";
import { updatePriceList } from "./use-cases/update-price-list.ts";

const tags = ["Price Lists"];
const answer = ok({ price_list: view("price_list") });
const one = { tags, querystring: selectionFrom(adminPriceList), params: path("id"), response: answer };

type Changes = Static<typeof priceListChangesBody>;

/** Undefined stays undefined: what is not sent is not changed. */
const dated = (text: string | null | undefined) =>
  (text ? parseTimestamp(text) : text) as Date | null | undefined;

const sentTerms = <Sent extends Changes>({ customer_groups, starts_at, ends_at, ...rest }: Sent) => ({
  ...rest,
  starts_at: dated(starts_at),
  ends_at: dated(ends_at),
  groupIds: customer_groups?.map(({ id }) => id),
});

export const priceListRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string, wanted: Wanted = {}) => ({
    price_list: withVariants(found(await graph.find(adminPriceList, id, wanted), "Price list", id)),
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
        response: answer,
      },
    },
    async (request) => shown(await createPriceList({ db }, sentTerms(request.body)), request.query),
  );

  // As in v1, which takes a selection here and shows the whole price list.
  app.get(
    "/admin/price-lists/:id",
    { schema: { ...one, querystring: noQuery, summary: "Get a price list" } },
    (request) => shown(request.params.id),
  );

  app.post(
    "/admin/price-lists/:id",
    { schema: { ...one, summary: "Update a price list", body: priceListChangesBody } },
    async (request) => {
      await updatePriceList({ db }, request.params.id, sentTerms(request.body));
      return shown(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/price-lists/:id",
    { schema: { ...one, summary: "Delete a price list", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deletePriceList({ db }, request.params.id);
      return { id: request.params.id, object: "price-list", deleted: true };
    },
  );
};
