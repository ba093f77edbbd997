import { Button, Group, Text } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { goodsOf, namesOf } from "../exchange.ts";
import { swapSteps } from "../exchange-actions.ts";
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
      <ReturnButtons order={order} returned={swap.return_order} />
      {!swap.canceled_at && (
        <NewGoods exchange={swap} steps={steps} isConfirmed={swap.confirmed_at !== null} />
      )}
    </ExchangeRow>
  );
}

interface DifferenceProps {
  order: Order;
  swap: Swap;
  onSettle(): Promise<unknown>;
}

function Difference({ order, swap, onSettle }: DifferenceProps) {
  const { t } = useTranslation();
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
    </Group>
  );
}
