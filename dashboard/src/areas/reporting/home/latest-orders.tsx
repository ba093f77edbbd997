import { Anchor, Paper, Skeleton, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../data/orders/status-badge.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { latestOrdersQuery } from "./home-queries.ts";

/** The newest orders: customers call most often about one of them. */
export function LatestOrders() {
  const { t } = useTranslation();
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
      <Table aria-label={t("home.latestOrders")}>
        <Table.Tbody>
          {data?.map((order) => (
            <Table.Tr key={order.id}>
              <Table.Td>
                <Anchor
                  renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: order.id }} />}
                >
                  #{order.display_id}
                </Anchor>
              </Table.Td>
              <Table.Td visibleFrom="sm" maw={180}>
                <Text truncate inherit>
                  {order.email}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="lg" className="nowrap">
                {format.date(order.created_at)}
              </Table.Td>
              <Table.Td>
                <StatusBadge status={order.status === "canceled" ? order.status : order.fulfillment_status} />
              </Table.Td>
              <Table.Td className="number">{format.money(order.total, order.currency_code)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
