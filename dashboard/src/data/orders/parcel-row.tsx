import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format/format.ts";
import { useMay } from "../session/permissions.ts";
import { ShipDialog } from "./ship-dialog.tsx";
import { isWebAddress, type Parcel, type Shipment, trackingOf } from "./shipment.ts";
import { useOrderWork } from "./use-order-work.ts";

interface RowProps {
  parcel: Parcel;
  titleOf(item: string): string;
  /** Null: v1 has no choice for a claim. */
  notify: boolean | null;
  onShip(shipment: Shipment): Promise<unknown>;
  onTrack(shipment: Shipment): Promise<unknown>;
  onCancel(): Promise<unknown>;
}

/** A parcel of an order, a swap or a claim: its goods, its tracking numbers, and what is next. */
export function ParcelRow({ parcel, titleOf, ...steps }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const state = parcel.canceled_at ? "canceled" : parcel.shipped_at ? "shipped" : "fulfilled";
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
        <TrackingLinks parcel={parcel} />
      </div>
      {!parcel.canceled_at && may("fulfillments:write") && <ParcelButtons parcel={parcel} {...steps} />}
    </Group>
  );
}

function TrackingLinks({ parcel }: { parcel: Parcel }) {
  const { t } = useTranslation();
  const tracking = trackingOf(parcel);
  if (tracking.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{t("order.track.of")}</Text>
      {tracking.map(({ number, url }) =>
        isWebAddress(url) ? (
          <Anchor key={number} size="sm" href={url} target="_blank" rel="noreferrer">
            {number}
          </Anchor>
        ) : (
          <Text key={number} size="sm">
            {number}
          </Text>
        ),
      )}
    </Group>
  );
}

function ParcelButtons(props: Omit<RowProps, "titleOf">) {
  const { parcel, notify, onShip, onTrack, onCancel } = props;
  const { t } = useTranslation();
  const [opened, setOpened] = useState<"ship" | "track" | null>(null);
  const work = useOrderWork();
  const tracking = trackingOf(parcel);
  const dialog = { tracking, onClose: () => setOpened(null) };
  return (
    <Group gap="xs" className="no-print">
      {parcel.shipped_at ? (
        <Button size="compact-md" variant="default" onClick={() => setOpened("track")}>
          {t(tracking.length > 0 ? "order.track.change" : "order.track.add")}
        </Button>
      ) : (
        <>
          <Button size="compact-md" variant="light" onClick={() => setOpened("ship")}>
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
        </>
      )}
      {opened === "ship" && (
        <ShipDialog
          {...dialog}
          title={t("order.shipTitle")}
          submit={t("orders.actions.ship")}
          notify={notify}
          onSubmit={onShip}
        />
      )}
      {opened === "track" && (
        <ShipDialog
          {...dialog}
          title={t("order.track.title")}
          submit={t("action.save")}
          notify={notify ?? true}
          onSubmit={onTrack}
        />
      )}
    </Group>
  );
}
