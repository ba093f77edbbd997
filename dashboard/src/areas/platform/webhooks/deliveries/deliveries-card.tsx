import { Alert, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { messageOf } from "../../../../kit/api/error-message.ts";
import { useFormat } from "../../../../kit/format/format.ts";
import { doForAll } from "../../../../kit/list/do-for-all.ts";
import { features } from "../../../../kit/list/features.ts";
import { ListCard } from "../../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../../kit/list/list-footer.tsx";
import { retryDelivery } from "../webhook-actions.ts";
import { type Delivery, deliveriesQuery, PAGE_SIZE } from "../webhook-queries.ts";
import type { DeliverySearch } from "../webhook-search.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { DeliveryFilters } from "./delivery-filters.tsx";

const NONE: Delivery[] = [];

/** What was sent to the webhook, and what came back. */
export function DeliveriesCard({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const canRetry = useMay()("webhooks:write");
  const navigate = useNavigate({ from: "/system/webhooks/$id" });
  const search = useSearch({ from: "/shell/system/webhooks/$id" });
  const { data, error, isPending } = useQuery(deliveriesQuery(api, webhookId, search));
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const show = (changed: DeliverySearch) =>
    navigate({ to: "/system/webhooks/$id", params: { id: webhookId }, search: changed, resetScroll: false });
  const columns = useMemo(
    () =>
      deliveryColumns({
        t,
        format,
        canRetry,
        onOpen: (delivery) =>
          navigate({
            to: "/system/webhooks/$id",
            params: { id: webhookId },
            search: (before) => ({ ...before, delivery }),
            resetScroll: false,
          }),
      }),
    [t, format, canRetry, navigate, webhookId],
  );
  const table = useTable({
    features,
    columns,
    data: data?.deliveries ?? NONE,
    getRowId: ({ id }) => id,
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  });
  const count = data?.count ?? 0;
  const { delivery, ...filters } = search;
  return (
    <Stack>
      <Title order={2} size="h3">
        {t("webhook.deliveries")}
      </Title>
      <DeliveryFilters search={filters} onShow={show} />
      <RetryBar webhookId={webhookId} ids={Object.keys(rowSelection)} onDone={() => setRowSelection({})} />
      <ListCard
        table={table}
        phone={["select", "event_name", "status"]}
        caption={t("webhook.deliveries")}
        numbers={["attempts", "duration"]}
        error={error}
        isLoading={isPending}
        empty={t(Object.keys(filters).length > 0 ? "webhook.noDeliveryFound" : "webhook.noDeliveries")}
      />
      <ListFooter
        count={count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...filters, page })}
      >
        {t("webhook.deliveryCount", { count })}
      </ListFooter>
      <DeliveryDrawer webhookId={webhookId} id={delivery} onClose={() => show(filters)} />
    </Stack>
  );
}

interface RetryProps {
  webhookId: string;
  ids: readonly string[];
  onDone(): void;
}

function RetryBar({ webhookId, ids, onDone }: RetryProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => doForAll(ids, (id) => retryDelivery(api, { webhookId, id })),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ["webhook", webhookId] });
      onDone();
    },
  });
  const failed = retry.data?.failed ?? [];
  return (
    <>
      {ids.length > 0 && (
        <Paper withBorder p="sm" role="region" aria-label={t("webhook.bulk")}>
          <Group>
            <Text fw={600}>{t("webhook.selected", { count: ids.length })}</Text>
            <Button
              size="compact-md"
              variant="light"
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              {t("webhook.deliverAgain")}
            </Button>
          </Group>
        </Paper>
      )}
      {failed.length > 0 && (
        <Alert color="red" role="alert">
          {failed.map(({ error }) => messageOf(error, t)).join(" ")}
        </Alert>
      )}
    </>
  );
}
