import { Button } from "@mantine/core";
import { createLazyRoute, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { giftCardColumns } from "./gift-card-columns.tsx";
import { giftCardsQuery, PAGE_SIZE } from "./gift-card-queries.ts";
import { GIFT_CARD_SORTS } from "./gift-card-search.ts";
import { NewGiftCard } from "./new-gift-card.tsx";

export const giftCardsRoute = createLazyRoute("/shell/gift-cards")({
  component: listPage({
    title: "nav.giftCards",
    query: giftCardsQuery,
    rows: ({ gift_cards }) => gift_cards,
    pageSize: PAGE_SIZE,
    columns: giftCardColumns,
    numbers: ["value", "balance"],
    phone: ["code", "state", "balance"],
    sorts: GIFT_CARD_SORTS,
    empty: "giftCards.none",
    noneFound: "giftCards.noneFound",
    count: "giftCards.count",
    find: { label: "giftCards.find", width: 320 },
    Actions: IssueGiftCard,
  }),
});

function IssueGiftCard() {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const dialog = useDialog<null>();
  return (
    <>
      {may("gift-cards:write") && <Button onClick={() => dialog.open(null)}>{t("giftCards.issue")}</Button>}
      <FormDialog title={t("giftCards.issue")} opened={dialog.opened} onClose={dialog.close}>
        <NewGiftCard onIssued={(id) => navigate({ to: "/gift-cards/$id", params: { id } })} />
      </FormDialog>
    </>
  );
}
