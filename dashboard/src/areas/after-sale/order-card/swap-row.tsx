import { Anchor, Button, Code, CopyButton, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { goodsOf } from "../exchange.ts";
import { swapSteps } from "../exchange-actions.ts";
import { swapLinkQuery } from "../returns-queries.ts";
import { ExchangeRow, NewGoods, ReturnButtons } from "./exchange-parts.tsx";

type Order = Schemas["AdminOrder"];
type Swap = Order["swaps"][number];

export function SwapRow({ order, swap }: { order: Order; swap: Swap }) {
  const { t } = useTranslation();
  const api = useApi();
  const steps = swapSteps(api, { orderId: order.id, id: swap.id });
  const sent = swap.additional_items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ");
  return (
    <ExchangeRow
      id={swap.id}
      kind={t("returns.kinds.swap")}
      state={t(`returns.states.payment.${swap.payment_status}`)}
      created={swap.created_at}
      goods={[goodsOf(order, swap.return_order?.items ?? []), sent].join(" → ")}
    >
      {!swap.canceled_at && !swap.confirmed_at && <ToConfirm swap={swap} />}
      {swap.confirmed_at && <Difference order={order} swap={swap} onSettle={steps.settle} />}
      <ReturnButtons order={order} returned={swap.return_order} />
      {!swap.canceled_at && <NewGoods exchange={swap} steps={steps} />}
    </ExchangeRow>
  );
}

/** The customer confirms and pays with the cart of the swap. */
function ToConfirm({ swap }: { swap: Swap }) {
  const { t } = useTranslation();
  const { data: template } = useQuery(swapLinkQuery(useApi()));
  const link = template?.replace("{cart_id}", swap.cart_id ?? "");
  return (
    <Group gap="xs" className="no-print">
      <Text size="sm">{t("returns.swapToConfirm")}</Text>
      {link ? (
        <>
          <Anchor href={link} size="sm">
            {link}
          </Anchor>
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {t(copied ? "form.copied" : "form.copy")}
              </Button>
            )}
          </CopyButton>
        </>
      ) : (
        <Code>{swap.cart_id}</Code>
      )}
    </Group>
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
