import { Grid, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { useFormat } from "../format/format.ts";
import { ExchangesCard } from "../returns/exchanges-card.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { PageError } from "../shell/page-error.tsx";
import { PageLoading } from "../shell/page-loading.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { EditsNotice } from "./edit/edits-notice.tsx";
import { AddressesCard } from "./order-addresses.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { LinesCard } from "./order-lines.tsx";
import { orderQuery } from "./order-queries.ts";
import { OrderTimeline } from "./order-timeline.tsx";
import { ParcelsCard } from "./parcels-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { StatusBadge } from "./status-badge.tsx";

export const orderRoute = createLazyRoute("/shell/orders/$id")({ component: OrderPage });

function OrderPage() {
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
      <EditsNotice order={order} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <LinesCard order={order} />
            <ParcelsCard order={order} />
            <ExchangesCard order={order} />
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
