import { Anchor, Group, Paper, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { StatusBadge } from "../../../data/orders/status-badge.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { customerOrdersQuery, SHOWN_ORDERS } from "./customer-queries.ts";

/** The newest orders, and a way to all of them. */
export function CustomerOrders({ id }: { id: string }) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const format = useFormat();
  const { data } = useQuery(customerOrdersQuery(useApi(), id));
  const orders = data?.orders ?? [];
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t("nav.orders")}
        </Title>
        {(data?.count ?? 0) > SHOWN_ORDERS && (
          <Anchor renderRoot={(props) => <Link {...props} to="/orders" search={{ customer_id: id }} />}>
            {t("customers.allOrders", { count: data?.count ?? 0 })}
          </Anchor>
        )}
      </Group>
      {data && orders.length === 0 && <Text c="dimmed">{t("customers.noOrders")}</Text>}
      {orders.length > 0 && (
        <Table.ScrollContainer minWidth={480} type="native">
          <Table aria-label={t("nav.orders")}>
            <Table.Tbody>
              {orders.map((order) => (
                <Table.Tr key={order.id}>
                  <Table.Td>
                    <Anchor
                      fw={600}
                      renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: order.id }} />}
                    >
                      #{numberOf(order)}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{format.time(order.created_at)}</Table.Td>
                  <Table.Td>
                    <StatusBadge status={order.payment_status} />
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={order.fulfillment_status} />
                  </Table.Td>
                  <Table.Td className="number">{format.money(order.total, order.currency_code)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  );
}
