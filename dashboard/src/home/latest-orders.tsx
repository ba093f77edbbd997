import { Anchor, Paper, Skeleton, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { useFormat } from "../format/format.ts";
import { ordersQuery } from "../orders/order-queries.ts";
import { StatusBadge } from "../orders/status-badge.tsx";

const SHOWN = 10;

/** The first orders of the queue. */
export function LatestOrders() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(ordersQuery(useApi(), {}));
  if (!data) return <Skeleton h={260} />;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("home.latestOrders")}
      </Title>
      {data.orders.length === 0 ? (
        <Text c="dimmed">{t("orders.none")}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480} type="native">
          <Table aria-label={t("home.latestOrders")}>
            <Table.Tbody>
              {data.orders.slice(0, SHOWN).map((order) => (
                <Table.Tr key={order.id}>
                  <Table.Td>
                    <Anchor
                      renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: order.id }} />}
                    >
                      #{order.display_id}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{format.time(order.created_at)}</Table.Td>
                  <Table.Td>
                    <StatusBadge status={order.fulfillment_status} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  );
}
