import { Button, Group, Stack, Text } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ParcelRow } from "../../../data/orders/parcel-row.tsx";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { useAsk } from "../../../kit/dialogs/ask.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { nameOfLine } from "../exchange.ts";
import { cancelReturn, type ExchangeSteps } from "../exchange-actions.ts";
import type { Kind } from "../returns-search.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";

type Order = Schemas["AdminOrder"];
type Return = Schemas["Return"];

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

/** Goods that are on their way back are received, or the return is cancelled. */
export function ReturnButtons({ order, returned }: { order: Order; returned: Return | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const work = useOrderWork();
  const askToCancel = useAskToCancel(work.mutate);
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
          onClick={() => askToCancel("return", () => cancelReturn(api, returned.id))}
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

/** What is cancelled stays so. */
function useAskToCancel(run: (step: () => Promise<unknown>) => void) {
  const { t } = useTranslation();
  const ask = useAsk();
  return async (kind: Kind, step: () => Promise<unknown>) => {
    const question = {
      title: t(`returns.cancelTitle.${kind}`),
      text: t(`returns.cancelText.${kind}`),
      confirm: kind === "return" ? t("returns.cancelReturn") : t(`returns.cancelExchange.${kind}`),
    };
    if (await ask(question)) run(step);
  };
}

type Sent = Pick<Order["claims"][number], "additional_items" | "fulfillments" | "fulfillment_status">;

interface NewGoodsProps {
  kind: "swap" | "claim";
  exchange: Sent;
  steps: ExchangeSteps;
  /** Nothing is packed before it is settled who pays. */
  isConfirmed?: boolean;
}

/** The goods that a swap or a claim sends: packed, shipped, unpacked. */
export function NewGoods({ kind, exchange, steps, isConfirmed = true }: NewGoodsProps) {
  const { t } = useTranslation();
  const may = useMay();
  const work = useOrderWork();
  const askToCancel = useAskToCancel(work.mutate);
  const titles = new Map(exchange.additional_items.map((line) => [line.id, nameOfLine(line)]));
  const canPack =
    isConfirmed &&
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
          notify={parcel.claim_order_id ? null : true}
          onShip={(shipment) => steps.ship(parcel.id, shipment)}
          onTrack={(shipment) => steps.track(parcel.id, shipment)}
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
            onClick={() => askToCancel(kind, steps.cancel)}
          >
            {t(`returns.cancelExchange.${kind}`)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
