import { Badge, Group, Paper, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { useFormat } from "../format/format.ts";
import type { OrderSearch } from "../orders/order-search.ts";
import { toDoQuery } from "./home-queries.ts";

const ORDERS: { name: "orders_to_capture" | "orders_to_pack" | "orders_to_ship"; search: OrderSearch }[] = [
  { name: "orders_to_capture", search: { payment_status: ["awaiting"] } },
  { name: "orders_to_pack", search: { fulfillment_status: ["not_fulfilled", "partially_fulfilled"] } },
  { name: "orders_to_ship", search: { fulfillment_status: ["fulfilled", "partially_shipped"] } },
];

const OTHERS = [
  "orders_requiring_action",
  "returns_to_receive",
  "returns_requiring_action",
  "variants_low_in_stock",
  "failed_jobs",
  "failing_webhooks",
] as const;

/** Open work. */
export function ToDoCard() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { data } = useQuery(toDoQuery(api));
  if (!data) return <Skeleton h={84} />;
  const others = OTHERS.filter((name) => data[name] > 0);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("home.toDo")}
      </Title>
      <Group gap="xl">
        {ORDERS.map(({ name, search }) => (
          <Link key={name} to="/orders" search={search}>
            <Badge size="lg" circle={data[name] < 10} variant={data[name] > 0 ? "filled" : "light"} mr={6}>
              {format.number(data[name])}
            </Badge>
            {t(`home.toDoNames.${name}`)}
          </Link>
        ))}
        {others.map((name) => (
          <Text key={name}>
            <Badge size="lg" color="red.8" circle={data[name] < 10} mr={6}>
              {format.number(data[name])}
            </Badge>
            {t(`home.toDoNames.${name}`)}
          </Text>
        ))}
      </Group>
    </Paper>
  );
}
