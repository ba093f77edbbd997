import { Anchor, Badge, Group, Paper, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { OPEN_ORDERS } from "../../../data/orders/order-statuses.ts";
import { type Permission, useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { toDoQuery } from "./home-queries.ts";

/** Where each kind of work is done. */
const PLACES = {
  orders_to_capture: linkOptions({ to: "/orders", search: OPEN_ORDERS.toCapture }),
  orders_to_pack: linkOptions({ to: "/orders", search: OPEN_ORDERS.toPack }),
  orders_to_ship: linkOptions({ to: "/orders", search: OPEN_ORDERS.toShip }),
  orders_requiring_action: linkOptions({ to: "/orders", search: { payment_status: ["requires_action"] } }),
  returns_to_receive: linkOptions({ to: "/returns", search: { kind: "return", view: "toReceive" } }),
  returns_requiring_action: linkOptions({ to: "/returns", search: { kind: "return", view: "attention" } }),
  refunds_due: linkOptions({ to: "/returns", search: { kind: "return", view: "refundDue" } }),
  variants_low_in_stock: linkOptions({ to: "/stock/low" }),
  failed_jobs: linkOptions({ to: "/system/jobs", search: { state: "dead" } }),
  failing_webhooks: linkOptions({ to: "/system/webhooks" }),
};

type Work = keyof typeof PLACES;

/** A user with `analytics:read` sees every count, but may not open every list. */
const AREAS: Record<Work, Permission> = {
  orders_to_capture: "orders:read",
  orders_to_pack: "orders:read",
  orders_to_ship: "orders:read",
  orders_requiring_action: "orders:read",
  returns_to_receive: "returns:read",
  returns_requiring_action: "returns:read",
  refunds_due: "returns:read",
  variants_low_in_stock: "stock:read",
  failed_jobs: "jobs:read",
  failing_webhooks: "webhooks:read",
};

/** The day's work is always shown, so that its place stays the same. The rest appears when there is some. */
const DAILY: readonly Work[] = ["orders_to_capture", "orders_to_pack", "orders_to_ship"];

/** Open work that this user may see. */
export function ToDoCard() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(toDoQuery(useApi()));
  if (!data) return <Skeleton h={250} />;
  const shown = (Object.keys(PLACES) as Work[]).filter((name) =>
    DAILY.includes(name) ? data[name] !== null : (data[name] ?? 0) > 0,
  );
  return (
    <Paper withBorder p="md" h="100%">
      <Title order={2} size="h4" mb="sm">
        {t("home.toDo")}
      </Title>
      {shown.length === 0 && <Text c="dimmed">{t("home.nothingToDo")}</Text>}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 1, xl: 2 }} spacing="xs">
        {shown.map((name) => (
          <Place key={name} work={name}>
            <Group component="span" gap={6} wrap="nowrap">
              <Badge
                size="lg"
                flex="none"
                circle={(data[name] ?? 0) < 10}
                color={DAILY.includes(name) ? "sea" : "red.9"}
                variant={data[name] ? "filled" : "default"}
              >
                {format.number(data[name] ?? 0)}
              </Badge>{" "}
              {t(`home.toDoNames.${name}`)}
            </Group>
          </Place>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

function Place({ work, children }: { work: Work; children: ReactNode }) {
  if (!useMay()(AREAS[work])) return children;
  return (
    <Anchor c="inherit" renderRoot={(props) => <Link {...props} {...PLACES[work]} />}>
      {children}
    </Anchor>
  );
}
