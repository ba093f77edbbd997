import { Grid, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { orderQuery } from "../../../data/orders/order-queries.ts";
import { StatusBadge } from "../../../data/orders/status-badge.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { AddressesCard } from "./order-addresses.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { LinesCard } from "./order-lines.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { ParcelsCard } from "./parcels-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";

type Part = ComponentType<{ order: Schemas["AdminOrder"] }>;

/** Edits and Exchanges come from another area. */
export function OrderPage({ Edits, Exchanges }: { Edits: Part; Exchanges: Part }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { id } = useParams({ from: "/shell/orders/$id" });
  const { data: order, error, refetch } = useQuery(orderQuery(api, id));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!order) return <PageLoading />;
  return (
    <Stack>
      <BackLink to="/orders">{t("orders.back")}</BackLink>
      <Group justify="space-between">
        <div>
          <Group gap="sm">
            <PageTitle>{t("order.title", { number: order.display_id })}</PageTitle>
            <StatusBadge status={order.payment_status} />
            <StatusBadge status={order.fulfillment_status} />
            {order.status !== "pending" && <StatusBadge status={order.status} />}
          </Group>
          <Text c="dimmed">{format.time(order.created_at)}</Text>
        </div>
        <OrderButtons order={order} />
      </Group>
      <Edits order={order} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <LinesCard order={order} />
            <ParcelsCard order={order} />
            <Exchanges order={order} />
            <PaymentsCard order={order} />
            <OrderTimeline id={id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <AddressesCard order={order} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
