import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ShipDialog } from "../../../data/orders/ship-dialog.tsx";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { cancelFulfillment, shipFulfillment } from "../order-actions.ts";

type Order = Schemas["AdminOrder"];
export type Parcel = Order["fulfillments"][number];

/** Every parcel with its goods and its tracking numbers. */
export function ParcelsCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const api = useApi();
  const titles = new Map((order.items ?? []).map(({ id, title }) => [id, title]));
  if (order.fulfillments.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("order.parcels")}
      </Title>
      <Stack>
        {order.fulfillments.map((parcel) => (
          <ParcelRow
            key={parcel.id}
            parcel={parcel}
            titleOf={(item) => titles.get(item) ?? item}
            onShip={(tracking) => shipFulfillment(api, order.id, parcel.id, tracking)}
            onCancel={() => cancelFulfillment(api, order.id, parcel.id)}
          />
        ))}
      </Stack>
    </Paper>
  );
}

interface RowProps {
  parcel: Parcel;
  titleOf(item: string): string;
  onShip(trackingNumbers: string[]): Promise<unknown>;
  onCancel(): Promise<unknown>;
}

export function ParcelRow({ parcel, titleOf, onShip, onCancel }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const [isShipping, setIsShipping] = useState(false);
  const work = useOrderWork();
  const isOpen = !parcel.shipped_at && !parcel.canceled_at;
  const state = parcel.canceled_at ? "canceled" : parcel.shipped_at ? "shipped" : "fulfilled";
  const tracking = [
    ...new Set([
      ...parcel.tracking_links.map(({ tracking_number }) => tracking_number),
      ...(parcel.tracking_numbers as string[]),
    ]),
  ];
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Text>
          {parcel.items.map(({ item_id, quantity }) => `${quantity} × ${titleOf(item_id)}`).join(", ")}
        </Text>
        <Group gap="xs">
          <Badge variant="light" c="var(--mantine-color-text)" tt="none" fw={500}>
            {t(`status.${state}`)}
          </Badge>
          <Text size="sm" c="dimmed">
            {format.time(parcel.canceled_at ?? parcel.shipped_at ?? parcel.created_at)}
          </Text>
        </Group>
        {tracking.length > 0 && (
          <Text size="sm">{t("order.trackedBy", { numbers: tracking.join(", ") })}</Text>
        )}
      </div>
      {isOpen && may("fulfillments:write") && (
        <Group gap="xs" className="no-print">
          <Button size="compact-md" variant="light" onClick={() => setIsShipping(true)}>
            {t("order.shipParcel")}
          </Button>
          <Button
            size="compact-md"
            variant="default"
            loading={work.isPending}
            onClick={() => work.mutate(onCancel)}
          >
            {t("order.unpack")}
          </Button>
        </Group>
      )}
      {isShipping && <ShipDialog onShip={onShip} onClose={() => setIsShipping(false)} />}
    </Group>
  );
}
