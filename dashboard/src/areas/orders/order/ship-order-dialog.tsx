import { Button, Fieldset, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { NotifyChoice } from "../../../data/orders/notify-choice.tsx";
import {
  NO_TRACKING,
  type Parcel,
  type TypedTracking,
  trackingOf,
  trackingRules,
} from "../../../data/orders/shipment.ts";
import { TrackingFields } from "../../../data/orders/tracking-fields.tsx";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { shipOrder, unsentFulfillments } from "../order-actions.ts";
import { lineNames } from "./line-names.ts";

type Order = Schemas["AdminOrder"];

interface Values {
  parcels: { id: string; tracking: TypedTracking[] }[];
  notify: boolean;
}

const typedOf = (parcel: Parcel) => {
  const known = trackingOf(parcel);
  return { id: parcel.id, tracking: known.length > 0 ? known : [NO_TRACKING] };
};

/** Ships everything that is packed. Each parcel has tracking numbers of its own. */
export function ShipOrderDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useOrderWork(onClose);
  const parcels = unsentFulfillments(order);
  const names = lineNames(order);
  const form = useForm<Values>({
    initialValues: { parcels: parcels.map(typedOf), notify: !order.no_notification },
    validate: { parcels: { tracking: trackingRules(t) } },
  });
  const isOne = form.values.parcels.length === 1;
  const contentOf = (id: string) =>
    (parcels.find((each) => each.id === id)?.items ?? [])
      .map(({ item_id, quantity }) => `${quantity} × ${names.get(item_id) ?? item_id}`)
      .join(", ");
  const ship = form.onSubmit(({ parcels: typed, notify }) => {
    const shipments = new Map(typed.map(({ id, tracking }) => [id, { tracking, notify }]));
    work.mutate(() => shipOrder(api, order, shipments));
  });
  return (
    <FormDialog opened onClose={onClose} title={t(isOne ? "order.shipTitle" : "order.shipParcels")}>
      <form onSubmit={ship} noValidate>
        <Stack>
          {form.values.parcels.map(({ id, tracking }, index) => (
            <Fieldset
              key={id}
              {...(isOne
                ? { variant: "unstyled" }
                : { legend: t("order.parcelOf", { number: index + 1, content: contentOf(id) }) })}
            >
              <TrackingFields
                value={tracking}
                onChange={(value) => form.setFieldValue(`parcels.${index}.tracking`, value)}
                path={`parcels.${index}.tracking`}
                errors={form.errors}
                hasFocus={index === 0}
              />
            </Fieldset>
          ))}
          <NotifyChoice {...form.getInputProps("notify", { type: "checkbox" })} />
          <Button type="submit" loading={work.isPending}>
            {t("orders.actions.ship")}
          </Button>
        </Stack>
      </form>
    </FormDialog>
  );
}
