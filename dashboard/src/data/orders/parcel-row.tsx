import { Badge, Button, Group, Text } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format/format.ts";
import { useMay } from "../session/permissions.ts";
import { ShipDialog } from "./ship-dialog.tsx";
import { useOrderWork } from "./use-order-work.ts";

interface RowProps {
  parcel: Schemas["AdminOrder"]["fulfillments"][number];
  titleOf(item: string): string;
  onShip(trackingNumbers: string[]): Promise<unknown>;
  onCancel(): Promise<unknown>;
}

/** A parcel of an order, a swap or a claim: its goods, its tracking numbers, and what is next. */
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
