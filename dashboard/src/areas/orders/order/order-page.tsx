import { Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { orderQuery } from "../../../data/orders/order-queries.ts";
import { StatusBadge } from "../../../data/orders/status-badge.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PluginSlot } from "../../../kit/plugins/plugin-slot.tsx";
import { EarlierOrders } from "./earlier-orders.tsx";
import { AddressesCard } from "./order-addresses.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { OrderFields } from "./order-fields.tsx";
import { LinesCard } from "./order-lines.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { ParcelsCard } from "./parcels-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";

type Part = ComponentType<{ order: Schemas["AdminOrder"] }>;

/** Edits, Exchanges and People come from other areas. */
export function OrderPage({ Edits, Exchanges, People }: Record<"Edits" | "Exchanges" | "People", Part>) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const format = useFormat();
  const { id } = useParams({ from: "/shell/orders/$id" });
  return (
    <DetailPage
      of={useQuery(orderQuery(useApi(), id))}
      back={<BackLink to="/orders">{t("orders.back")}</BackLink>}
    >
      {(order) => ({
        title: t("order.title", { number: numberOf(order) }),
        badges: (
          <>
            <StatusBadge status={order.payment_status} />
            <StatusBadge status={order.fulfillment_status} />
            {order.status !== "pending" && <StatusBadge status={order.status} />}
          </>
        ),
        text: format.time(order.created_at),
        actions: <OrderButtons order={order} />,
        body: (
          <>
            <Edits order={order} />
            <Grid>
              <Grid.Col span={{ base: 12, md: 8 }}>
                <Stack>
                  <LinesCard order={order} />
                  <ParcelsCard order={order} />
                  <Exchanges order={order} />
                  <PaymentsCard order={order} />
                  <OrderTimeline order={order} />
                  <PluginSlot name="Cards" on="order" row={order} />
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <Stack>
                  <People order={order} />
                  <AddressesCard order={order} />
                  <OrderFields order={order} />
                  <EarlierOrders order={order} />
                </Stack>
              </Grid.Col>
            </Grid>
          </>
        ),
      })}
    </DetailPage>
  );
}
