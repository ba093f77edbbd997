import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { deletedObject } from "../v1-shapes.ts";
import { createGiftCard, deleteGiftCard, updateGiftCard } from "./gift-card-changes.ts";
import { seesGiftCardCodes } from "./gift-card-code-mask.ts";
import {
  adminGiftCard,
  adminGiftCards,
  giftCardAnswer,
  giftCardChangesBody,
  maskedGiftCards,
  newGiftCardBody,
  storeGiftCardAnswer,
  usesAnswer,
  usesQuery,
  withDate,
} from "./gift-card-schemas.ts";
import { listGiftCardUses, showGiftCardByCode } from "./use-cases/show-gift-card.ts";

const tags = ["Gift Cards"];
const one = { tags, querystring: selectionFrom(adminGiftCard), params: path("id"), response: giftCardAnswer };

export const giftCardRoutes: Routes = (app, { config, db, graph, limits }) => {
  const readGiftCard = async (id: string, selection: RequestedSelection) => ({
    gift_card: found(await graph.find(adminGiftCard, id, selection), "Gift card", id),
  });

  app.get(
    "/admin/gift-cards",
    {
      schema: {
        tags,
        summary: "List gift cards",
        querystring: adminGiftCards.querystring,
        response: page("gift_cards", shown("AdminGiftCard", adminGiftCard)),
      },
    },
    async (request) => {
      const cards = (await seesGiftCardCodes(request)) ? adminGiftCards : maskedGiftCards;
      const { rows, ...paging } = await cards.read(graph, request.query, config);
      return { gift_cards: rows, ...paging };
    },
  );

  app.post(
    "/admin/gift-cards",
    {
      schema: {
        tags,
        summary: "Create a gift card",
        querystring: selectionFrom(adminGiftCard),
        body: newGiftCardBody,
        response: giftCardAnswer,
      },
    },
    async (request) => readGiftCard(await createGiftCard({ db }, withDate(request.body)), request.query),
  );

  app.get("/admin/gift-cards/:id", { schema: { ...one, summary: "Get a gift card" } }, (request) =>
    readGiftCard(request.params.id, request.query),
  );

  app.post(
    "/admin/gift-cards/:id",
    { schema: { ...one, summary: "Update a gift card", body: giftCardChangesBody } },
    async (request) => {
      await updateGiftCard({ db }, request.params.id, withDate(request.body));
      return readGiftCard(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/gift-cards/:id",
    { schema: { ...one, summary: "Delete a gift card", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteGiftCard({ db }, request.params.id);
      return { id: request.params.id, object: deletedObject.giftCard, deleted: true };
    },
  );

  app.get(
    "/admin/gift-cards/:id/transactions",
    {
      schema: {
        ...one,
        summary: "List what orders took from a gift card",
        querystring: usesQuery,
        response: usesAnswer,
      },
    },
    (request) => listGiftCardUses({ db, graph }, request.params.id, request.query),
  );

  app.get(
    "/store/gift-cards/:code",
    {
      config: { showsGiftCardCodes: true },
      schema: {
        ...one,
        summary: "Get a gift card by its code",
        querystring: noQuery,
        params: path("code"),
        response: storeGiftCardAnswer,
      },
    },
    (request) => showGiftCardByCode({ graph, limits }, { code: request.params.code, ip: request.ip }),
  );
};
