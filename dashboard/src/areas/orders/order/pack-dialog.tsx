import { Button, Checkbox, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { NotifyChoice } from "../../../data/orders/notify-choice.tsx";
import { NO_TRACKING, type Shipment, trackingRules } from "../../../data/orders/shipment.ts";
import { TrackingFields } from "../../../data/orders/tracking-fields.tsx";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { packItems, unpackedItems } from "../order-actions.ts";
import { LocationSelect } from "./location-select.tsx";
import { PiecesTable, piecesIn } from "./pieces-table.tsx";

type Order = Schemas["AdminOrder"];

interface Props {
  order: Order;
  onClose(): void;
  /** Whether the parcel leaves the house at once, unless the user says otherwise. */
  ships?: boolean;
}

interface Values extends Shipment {
  quantities: Record<string, number | string>;
  location: string | null;
  ships: boolean;
}

/** Packs all pieces or some of them, and ships the parcel if it leaves at once. */
export function PackDialog({ order, onClose, ships = false }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useOrderWork(onClose);
  const left = new Map(unpackedItems(order).map(({ item_id, quantity }) => [item_id, quantity]));
  const form = useForm<Values>({
    initialValues: {
      quantities: Object.fromEntries(left),
      location: null,
      ships,
      tracking: [NO_TRACKING],
      notify: !order.no_notification,
    },
    validate: { tracking: trackingRules(t) },
  });
  const { values } = form;
  const items = piecesIn(values.quantities);
  const pack = form.onSubmit(({ location, tracking, notify }) => {
    const shipment = values.ships ? { tracking, notify } : null;
    work.mutate(() => packItems(api, order, { items, locationId: location, shipment }));
  });
  return (
    <FormDialog opened onClose={onClose} title={t("order.pack.title")} size="lg">
      <form onSubmit={pack} noValidate>
        <Stack>
          <PiecesTable
            lines={(order.items ?? []).filter(({ id }) => left.has(id))}
            most={(id) => left.get(id) ?? 0}
            propsOf={(id) => form.getInputProps(`quantities.${id}`)}
          />
          <LocationSelect label={t("order.pack.from")} {...form.getInputProps("location")} />
          <Checkbox label={t("order.pack.shipNow")} {...form.getInputProps("ships", { type: "checkbox" })} />
          {values.ships && (
            <>
              <TrackingFields
                value={values.tracking}
                onChange={(value) => form.setFieldValue("tracking", value)}
                errors={form.errors}
              />
              <NotifyChoice {...form.getInputProps("notify", { type: "checkbox" })} />
            </>
          )}
          <Button type="submit" disabled={items.length === 0} loading={work.isPending}>
            {t(values.ships ? "order.packAndShip" : "orders.actions.pack")}
          </Button>
        </Stack>
      </form>
    </FormDialog>
  );
}
