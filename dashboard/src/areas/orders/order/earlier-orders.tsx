import { Anchor, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { StatusBadge } from "../../../data/orders/status-badge.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { earlierOrdersQuery, SHOWN_EARLIER } from "./earlier-orders-query.ts";

/** The orders that the customer placed before this one, newest first. */
export function EarlierOrders({ order }: { order: Schemas["AdminOrder"] }) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const format = useFormat();
  const { data } = useQuery(earlierOrdersQuery(useApi(), order));
  if (!data || data.count === 0) return null;
  return (
    <Paper withBorder p="md" className="no-print">
      <Title order={2} size="h4" mb="xs">
        {t("order.earlier", { count: data.count })}
      </Title>
      <Stack gap={4}>
        {data.orders.map((each) => (
          <Group key={each.id} justify="space-between" gap="xs">
            <Anchor
              py={3}
              renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: each.id }} />}
            >
              #{numberOf(each)}
            </Anchor>
            <Text size="sm" c="dimmed">
              {format.date(each.created_at)}
            </Text>
            <StatusBadge status={each.payment_status} />
            <Text size="sm">{format.money(each.total, each.currency_code)}</Text>
          </Group>
        ))}
        {data.count > SHOWN_EARLIER && (
          <Anchor
            py={3}
            renderRoot={(props) => <Link {...props} to="/customers/$id" params={{ id: order.customer_id }} />}
          >
            {t("order.allOfCustomer")}
          </Anchor>
        )}
      </Stack>
    </Paper>
  );
}
