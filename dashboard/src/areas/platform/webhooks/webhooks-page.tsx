import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { features } from "../../../kit/list/features.ts";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { webhookColumns } from "./webhook-columns.tsx";
import { PAGE_SIZE, type Webhook, webhooksQuery } from "./webhook-queries.ts";

export const webhooksRoute = createLazyRoute("/shell/system/webhooks")({ component: WebhooksPage });

const NONE: Webhook[] = [];

function WebhooksPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/system/webhooks" });
  const { data, error, isPending } = useQuery(webhooksQuery(api, search));
  const [isCreating, setIsCreating] = useState(false);
  const columns = useMemo(() => webhookColumns(t, format), [t, format]);
  const table = useTable({ features, columns, data: data?.webhooks ?? NONE, getRowId: ({ id }) => id });
  const count = data?.count ?? 0;
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.webhooks")}</PageTitle>
        {may("webhooks:write") && <Button onClick={() => setIsCreating(true)}>{t("webhook.create")}</Button>}
      </Group>
      <Text maw={640}>{t("webhook.about")}</Text>
      <SearchInput
        label={t("webhook.find")}
        value={search.q}
        onFind={(q) => navigate({ to: "/system/webhooks", search: q ? { q } : {} })}
      />
      <ListCard
        table={table}
        phone={["url", "state"]}
        caption={t("nav.webhooks")}
        error={error}
        isLoading={isPending}
        empty={t(search.q ? "webhook.noneFound" : "webhook.none")}
      />
      <ListFooter
        count={count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => navigate({ to: "/system/webhooks", search: { ...search, page } })}
      >
        {t("webhook.count", { count })}
      </ListFooter>
      <NewWebhook opened={isCreating} onClose={() => setIsCreating(false)} />
    </Stack>
  );
}
