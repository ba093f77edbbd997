import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { type GiftCard, shownAmount } from "./gift-card-queries.ts";
import { GiftCardState } from "./gift-card-state.tsx";

const helper = createColumnHelper<Features, GiftCard>();

/** Cards of an order lead to it; the others were issued by hand. */
function OriginCell({ card, byHand }: { card: GiftCard; byHand: string }) {
  const { order } = card;
  if (!order) return byHand;
  return (
    <Anchor renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: order.id }} />}>
      #{order.display_id}
    </Anchor>
  );
}

export const giftCardColumns = (t: TFunction, format: Format) =>
  helper.columns([
    helper.display({
      id: "code",
      header: t("giftCards.code"),
      cell: ({ row: { original: card } }) => (
        <Anchor
          fw={600}
          renderRoot={(props) => <Link {...props} to="/gift-cards/$id" params={{ id: card.id }} />}
        >
          {card.code}
        </Anchor>
      ),
    }),
    helper.display({
      id: "state",
      header: t("giftCards.state"),
      cell: ({ row }) => <GiftCardState card={row.original} />,
    }),
    helper.display({
      id: "origin",
      header: t("giftCards.origin"),
      cell: ({ row }) => <OriginCell card={row.original} byHand={t("giftCards.byHand")} />,
    }),
    helper.accessor("created_at", {
      id: "date",
      header: t("giftCards.issued"),
      cell: ({ getValue }) => format.date(getValue()),
    }),
    helper.accessor(({ region }) => region?.name ?? "–", { id: "region", header: t("giftCards.region") }),
    helper.accessor((card) => shownAmount(card, card.value, format), {
      id: "value",
      header: t("giftCards.value"),
    }),
    helper.accessor((card) => shownAmount(card, card.balance, format), {
      id: "balance",
      header: t("giftCards.balance"),
    }),
  ]);
