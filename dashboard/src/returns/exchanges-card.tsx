import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../format/format.ts";
import { everyLine } from "./exchange.ts";

type Order = Schemas["AdminOrder"];

/** The returns, swaps and claims of an order. */
export function ExchangesCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const ofClaims = new Set(order.claims.map(({ return_order }) => return_order?.id));
  const returns = order.returns.filter(({ id }) => !ofClaims.has(id));
  const titles = new Map(everyLine(order).map(({ id, title }) => [id, title]));
  const goods = (items: readonly { item_id: string; quantity: number }[]) =>
    items.map(({ item_id, quantity }) => `${quantity} × ${titles.get(item_id) ?? item_id}`).join(", ");
  if (returns.length + order.swaps.length + order.claims.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("returns.ofOrder")}
      </Title>
      <Stack>
        {returns.map((each) => (
          <Row
            key={each.id}
            kind={t("returns.kinds.return")}
            state={t(`returns.status.${each.status}`)}
            time={format.time(each.created_at)}
          >
            {goods(each.items)} ·{" "}
            {t("returns.refundOf", { amount: format.money(each.refund_amount, order.currency_code) })}
          </Row>
        ))}
        {order.swaps.map((swap) => (
          <Row
            key={swap.id}
            kind={t("returns.kinds.swap")}
            state={t(`returns.swapPayment.${swap.payment_status}`)}
            time={format.time(swap.created_at)}
          >
            {goods(swap.return_order?.items ?? [])} →{" "}
            {swap.additional_items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ")}
          </Row>
        ))}
        {order.claims.map((claim) => (
          <Row
            key={claim.id}
            kind={t("returns.kinds.claim")}
            state={t(`returns.claimTypes.${claim.type}`)}
            time={format.time(claim.created_at)}
          >
            {goods(claim.claim_items)}
            {claim.additional_items.length > 0 &&
              ` → ${claim.additional_items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ")}`}
          </Row>
        ))}
      </Stack>
    </Paper>
  );
}

function Row({
  kind,
  state,
  time,
  children,
}: {
  kind: string;
  state: string;
  time: string;
  children: ReactNode;
}) {
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{kind}</Text>
        <Badge variant="light" c="var(--mantine-color-text)" tt="none" fw={500}>
          {state}
        </Badge>
        <Text size="sm" c="dimmed">
          {time}
        </Text>
      </Group>
      <Text>{children}</Text>
    </div>
  );
}
