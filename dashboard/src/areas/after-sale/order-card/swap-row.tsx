import { Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { goodsOf, namesOf } from "../exchange.ts";
import { creditSwap, swapSteps } from "../exchange-actions.ts";
import { givenCardQuery } from "../returns-queries.ts";
import { ExchangeRow, NewGoods, ReturnButtons } from "./exchange-parts.tsx";
import { FinishSwap } from "./finish-swap.tsx";

type Order = Schemas["AdminOrder"];
type Swap = Order["swaps"][number];

export function SwapRow({ order, swap }: { order: Order; swap: Swap }) {
  const { t } = useTranslation();
  const api = useApi();
  const steps = swapSteps(api, { orderId: order.id, id: swap.id });
  const sent = namesOf(swap.additional_items);
  return (
    <ExchangeRow
      id={swap.id}
      kind={t("returns.kinds.swap")}
      state={t(`returns.states.payment.${swap.payment_status}`)}
      created={swap.created_at}
      goods={[goodsOf(order, swap.return_order?.items ?? []), sent].join(" → ")}
    >
      {!swap.canceled_at && !swap.confirmed_at && <FinishSwap order={order} swap={swap} />}
      {swap.confirmed_at && <Difference order={order} swap={swap} onSettle={steps.settle} />}
      {swap.payment_status === "difference_refunded" && <GivenCard order={order} swapId={swap.id} />}
      <ReturnButtons order={order} returned={swap.return_order} />
      {!swap.canceled_at && (
        <NewGoods kind="swap" exchange={swap} steps={steps} isConfirmed={swap.confirmed_at !== null} />
      )}
    </ExchangeRow>
  );
}

/** The gift card that the customer got for the difference. */
function GivenCard({ order, swapId }: { order: Order; swapId: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const { data: card } = useQuery({
    ...givenCardQuery(api, order.display_id, swapId),
    enabled: may("gift-cards:read"),
  });
  if (!card) return null;
  const amount = format.money(card.value, order.currency_code);
  return (
    <Text size="sm">
      <Anchor renderRoot={(props) => <Link {...props} to="/gift-cards/$id" params={{ id: card.id }} />}>
        {t("returns.givenCard", { amount })}
      </Anchor>
    </Text>
  );
}

interface DifferenceProps {
  order: Order;
  swap: Swap;
  onSettle(): Promise<unknown>;
}

function Difference({ order, swap, onSettle }: DifferenceProps) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const work = useOrderWork();
  const due = swap.difference_due ?? 0;
  const amount = format.money(Math.abs(due), order.currency_code);
  const isOpen = ["awaiting", "requires_action"].includes(swap.payment_status) && due !== 0;
  return (
    <Group gap="xs">
      <Text size="sm">
        {due === 0
          ? t("returns.noDifference")
          : t(due > 0 ? "returns.customerPays" : "returns.customerGets", { amount })}
      </Text>
      {isOpen && may("payments:write") && (
        <Button size="compact-md" loading={work.isPending} onClick={() => work.mutate(onSettle)}>
          {t(due > 0 ? "returns.captureDifference" : "returns.refundDifference", { amount })}
        </Button>
      )}
      {isOpen && due < 0 && may("payments:write") && (
        <Button
          size="compact-md"
          variant="default"
          disabled={work.isPending}
          onClick={() => work.mutate(() => creditSwap(api, { orderId: order.id, id: swap.id }))}
        >
          {t("returns.creditDifference", { amount })}
        </Button>
      )}
    </Group>
  );
}
