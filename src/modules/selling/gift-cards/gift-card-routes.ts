import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { unknownGiftCardCode } from "./gift-card.ts";
import {
  adminGiftCard,
  adminGiftCards,
  giftCardAnswer,
  giftCardChangesBody,
  newGiftCardBody,
  storeGiftCard,
} from "./gift-card-schemas.ts";
import { giftCardGuess } from "./guess.ts";
import { createGiftCard } from "./use-cases/create-gift-card.ts";
import { deleteGiftCard } from "./use-cases/delete-gift-card.ts";
import { updateGiftCard } from "./use-cases/update-gift-card.ts";

const tags = ["Gift Cards"];
const one = { tags, querystring: selectionFrom(adminGiftCard), params: path("id"), response: giftCardAnswer };

/** Undefined stays undefined: what is not sent is not changed. */
const dated = <Sent extends { ends_at?: string | null }>({ ends_at, ...rest }: Sent) => ({
  ...rest,
  ends_at: (ends_at ? parseTimestamp(ends_at) : ends_at) as Date | null | undefined,
});

export const giftCardRoutes: Routes = (app, { config, db, graph, limits }) => {
  const shown = async (id: string, wanted: Wanted) => ({
    gift_card: found(await graph.find(adminGiftCard, id, wanted), "Gift card", id),
  });

  app.get(
    "/admin/gift-cards",
    {
      schema: {
        tags,
        summary: "List gift cards",
        querystring: adminGiftCards.querystring,
        response: page("gift_cards", "gift_card"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminGiftCards.read(graph, request.query, config);
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
    async (request) => shown(await createGiftCard({ db }, dated(request.body)), request.query),
  );

  app.get("/admin/gift-cards/:id", { schema: { ...one, summary: "Get a gift card" } }, (request) =>
    shown(request.params.id, request.query),
  );

  app.post(
    "/admin/gift-cards/:id",
    { schema: { ...one, summary: "Update a gift card", body: giftCardChangesBody } },
    async (request) => {
      await updateGiftCard({ db }, request.params.id, dated(request.body));
      return shown(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/gift-cards/:id",
    { schema: { ...one, summary: "Delete a gift card", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteGiftCard({ db }, request.params.id);
      return { id: request.params.id, object: "gift-card", deleted: true };
    },
  );

  app.get(
    "/store/gift-cards/:code",
    {
      schema: { ...one, summary: "Get a gift card by its code", querystring: noQuery, params: path("code") },
    },
    async (request) => {
      const { code } = request.params;
      const card = await limits.guarded(
        giftCardGuess(request.ip),
        () => graph.find(storeGiftCard, code, { by: "code" }),
        (known) => known !== null,
      );
      if (!card) throw unknownGiftCardCode(code);
      return { gift_card: card };
    },
  );
};
