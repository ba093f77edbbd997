import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { features } from "../../../kit/list/features.ts";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { giftCardColumns } from "./gift-card-columns.tsx";
import { type GiftCard, giftCardsQuery, PAGE_SIZE } from "./gift-card-queries.ts";
import type { GiftCardSearch } from "./gift-card-search.ts";
import { NewGiftCard } from "./new-gift-card.tsx";

export const giftCardsRoute = createLazyRoute("/shell/gift-cards")({ component: GiftCardsPage });

const NONE: GiftCard[] = [];

function GiftCardsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const dialog = useDialog<null>();
  const search = useSearch({ from: "/shell/gift-cards" });
  const { data, error, isFetching } = useQuery(giftCardsQuery(api, search));
  const columns = useMemo(() => giftCardColumns(t, format), [t, format]);
  const cards = data?.gift_cards ?? NONE;
  const table = useTable({ features, columns, data: cards, getRowId: ({ id }) => id });
  const show = (changed: GiftCardSearch) => navigate({ to: "/gift-cards", search: changed });
  const find = useDebouncedCallback((q: string) => show(q ? { q } : {}), 250);
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.giftCards")}</PageTitle>
        {may("gift-cards:write") && <Button onClick={() => dialog.open(null)}>{t("giftCards.issue")}</Button>}
      </Group>
      <TextInput
        label={t("giftCards.find")}
        defaultValue={search.q ?? ""}
        onChange={({ currentTarget }) => find(currentTarget.value.trim())}
        leftSection={<IconSearch size={16} aria-hidden />}
        w={{ base: "100%", sm: 320 }}
      />
      <ListCard
        table={table}
        caption={t("nav.giftCards")}
        numbers={["value", "balance"]}
        phone={["code", "state", "balance"]}
        error={error}
        isLoading={isFetching && !data}
        empty={t(search.q ? "giftCards.noneFound" : "giftCards.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("giftCards.count", { count: data?.count ?? 0 })}
      </ListFooter>
      <FormDialog title={t("giftCards.issue")} opened={dialog.opened} onClose={dialog.close}>
        <NewGiftCard onIssued={(id) => navigate({ to: "/gift-cards/$id", params: { id } })} />
      </FormDialog>
    </Stack>
  );
}
