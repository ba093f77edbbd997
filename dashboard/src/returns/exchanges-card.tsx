import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { useFormat } from "../format/format.ts";
import { ParcelRow } from "../orders/parcels-card.tsx";
import { useOrderWork } from "../orders/use-order-work.ts";
import { useMay } from "../session/permissions.ts";
import { StateBadge } from "../table/state-badge.tsx";
import { goodsOf } from "./exchange.ts";
import { cancelReturn, claimSteps, type ExchangeSteps } from "./exchange-actions.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { SwapRow } from "./swap-row.tsx";

type Order = Schemas["AdminOrder"];
type Return = Schemas["Return"];
type Claim = Order["claims"][number];

/** The returns, swaps and claims of an order, with their next steps. */
export function ExchangesCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const ofClaims = new Set(order.claims.map(({ return_order }) => return_order?.id));
  const returns = order.returns.filter(({ id }) => !ofClaims.has(id));
  if (returns.length + order.swaps.length + order.claims.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("returns.ofOrder")}
      </Title>
      <Stack>
        {returns.map((each) => (
          <ReturnRow key={each.id} order={order} returned={each} />
        ))}
        {order.swaps.map((swap) => (
          <SwapRow key={swap.id} order={order} swap={swap} />
        ))}
        {order.claims.map((claim) => (
          <ClaimRow key={claim.id} order={order} claim={claim} />
        ))}
      </Stack>
    </Paper>
  );
}

interface RowProps {
  id: string;
  kind: string;
  state: string;
  created: string;
  goods: string;
  children?: ReactNode;
}

export function ExchangeRow({ id, kind, state, created, goods, children }: RowProps) {
  const format = useFormat();
  return (
    <Stack gap={4} id={id}>
      <Group gap="xs">
        <Text fw={600}>{kind}</Text>
        <StateBadge color="sea">{state}</StateBadge>
        <Text size="sm" c="dimmed">
          {format.time(created)}
        </Text>
      </Group>
      <Text>{goods}</Text>
      {children}
    </Stack>
  );
}

function ReturnRow({ order, returned }: { order: Order; returned: Return }) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = format.money(returned.refund_amount, order.currency_code);
  return (
    <ExchangeRow
      id={returned.id}
      kind={t("returns.kinds.return")}
      state={t(`returns.states.return.${returned.status}`)}
      created={returned.created_at}
      goods={[goodsOf(order, returned.items), t("returns.refundOf", { amount })].join(" · ")}
    >
      <ReturnButtons order={order} returned={returned} />
    </ExchangeRow>
  );
}

/** Goods that are on their way back are received, or the return is cancelled. */
export function ReturnButtons({ order, returned }: { order: Order; returned: Return | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const work = useOrderWork();
  const [isReceiving, setIsReceiving] = useState(false);
  if (!returned || returned.status === "received" || returned.status === "canceled") return null;
  return (
    <Group gap="xs" className="no-print">
      {may("fulfillments:write") && (
        <Button size="compact-md" variant="light" onClick={() => setIsReceiving(true)}>
          {t("returns.receive.open")}
        </Button>
      )}
      {may("returns:write") && (
        <Button
          size="compact-md"
          variant="default"
          loading={work.isPending}
          onClick={() => work.mutate(() => cancelReturn(api, returned.id))}
        >
          {t("returns.cancelReturn")}
        </Button>
      )}
      {isReceiving && (
        <ReceiveDialog order={order} returned={returned} onClose={() => setIsReceiving(false)} />
      )}
    </Group>
  );
}

function ClaimRow({ order, claim }: { order: Order; claim: Claim }) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const sent = claim.additional_items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ");
  const refund = format.money(claim.refund_amount ?? 0, order.currency_code);
  return (
    <ExchangeRow
      id={claim.id}
      kind={t("returns.kinds.claim")}
      state={t(
        claim.canceled_at ? "returns.states.return.canceled" : (`returns.states.type.${claim.type}` as const),
      )}
      created={claim.created_at}
      goods={[goodsOf(order, claim.claim_items), claim.type === "refund" ? refund : sent].join(" → ")}
    >
      <ReturnButtons order={order} returned={claim.return_order} />
      {claim.type === "replace" && !claim.canceled_at && (
        <NewGoods exchange={claim} steps={claimSteps(api, { orderId: order.id, id: claim.id })} />
      )}
    </ExchangeRow>
  );
}

type Sent = Pick<Claim, "additional_items" | "fulfillments" | "fulfillment_status">;

/** The goods that a swap or a claim sends: packed, shipped, unpacked. */
export function NewGoods({ exchange, steps }: { exchange: Sent; steps: ExchangeSteps }) {
  const { t } = useTranslation();
  const may = useMay();
  const work = useOrderWork();
  const titles = new Map(exchange.additional_items.map(({ id, title }) => [id, title]));
  const canPack =
    may("fulfillments:write") &&
    exchange.additional_items.some(
      ({ quantity, fulfilled_quantity }) => quantity > (fulfilled_quantity ?? 0),
    );
  const canCancel = may("returns:write") && exchange.fulfillments.every(({ canceled_at }) => canceled_at);
  return (
    <Stack gap="xs">
      {exchange.fulfillments.map((parcel) => (
        <ParcelRow
          key={parcel.id}
          parcel={parcel}
          titleOf={(item) => titles.get(item) ?? item}
          onShip={(tracking) => steps.ship(parcel.id, tracking)}
          onCancel={() => steps.unpack(parcel.id)}
        />
      ))}
      <Group gap="xs" className="no-print">
        {canPack && (
          <Button
            size="compact-md"
            variant="light"
            loading={work.isPending}
            onClick={() => work.mutate(steps.pack)}
          >
            {t("returns.packNew")}
          </Button>
        )}
        {canCancel && (
          <Button
            size="compact-md"
            variant="default"
            loading={work.isPending}
            onClick={() => work.mutate(steps.cancel)}
          >
            {t("returns.cancelExchange")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
