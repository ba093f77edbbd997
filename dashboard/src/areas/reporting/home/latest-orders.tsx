import { Paper, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { nameOfBuyer } from "../../../data/orders/buyer.ts";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { StatusBadge } from "../../../data/orders/status-badge.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { PlainTable } from "../../../kit/list/plain-table.tsx";
import { RowLink } from "../../../kit/list/row-link.tsx";
import { ROLES } from "../../../kit/list/table-layout.ts";
import { latestOrdersQuery } from "./home-queries.ts";
import styles from "./latest-orders.module.css";

/** The newest orders: customers call most often about one of them. */
export function LatestOrders() {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const format = useFormat();
  const { data, error } = useQuery(latestOrdersQuery(useApi()));
  if (!data && !error) return <Skeleton h={250} />;
  return (
    <Paper withBorder p="md" h="100%">
      <Title order={2} size="h4" mb="sm">
        {t("home.latestOrders")}
      </Title>
      {error && <Text role="alert">{messageOf(error, t)}</Text>}
      {data?.length === 0 && <Text c="dimmed">{t("orders.none")}</Text>}
      <PlainTable label={t("home.latestOrders")} className={styles["orders"]}>
        <tbody {...ROLES.group}>
          {data?.map((order) => (
            <tr key={order.id} {...ROLES.row}>
              <td {...ROLES.cell}>
                <RowLink to="/orders/$id" params={{ id: order.id }}>
                  #{numberOf(order)}
                </RowLink>
              </td>
              <td {...ROLES.cell} className={styles["buyer"]}>
                {nameOfBuyer(order)}
              </td>
              <td {...ROLES.cell} className={styles["date"]}>
                {format.date(order.created_at)}
              </td>
              <td {...ROLES.cell}>
                <StatusBadge status={order.status === "canceled" ? order.status : order.fulfillment_status} />
              </td>
              <td {...ROLES.cell} className="number">
                {format.money(order.total, order.currency_code)}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Paper>
  );
}
