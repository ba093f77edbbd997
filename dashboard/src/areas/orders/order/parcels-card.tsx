import { Paper, Stack, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { ParcelRow } from "../../../data/orders/parcel-row.tsx";
import { saveTracking } from "../../../data/orders/shipment.ts";
import { useApi } from "../../../kit/api/api.ts";
import { cancelFulfillment, shipParcel } from "../order-actions.ts";
import { lineNames } from "./line-names.ts";

type Order = Schemas["AdminOrder"];

/** Every parcel with its goods and its tracking numbers. */
export function ParcelsCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const api = useApi();
  const names = lineNames(order);
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
            titleOf={(item) => names.get(item) ?? item}
            notify={!order.no_notification}
            onShip={(shipment) => shipParcel(api, { orderId: order.id, parcelId: parcel.id, shipment })}
            onTrack={(shipment) => saveTracking(api, { orderId: order.id, parcelId: parcel.id }, shipment)}
            onCancel={() => cancelFulfillment(api, order.id, parcel.id)}
          />
        ))}
      </Stack>
    </Paper>
  );
}
