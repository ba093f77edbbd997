import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../kit/dialogs/form-dialog.tsx";
import { NotifyChoice } from "./notify-choice.tsx";
import { NO_TRACKING, type Shipment, type TypedTracking, trackingRules } from "./shipment.ts";
import { TrackingFields } from "./tracking-fields.tsx";
import { useOrderWork } from "./use-order-work.ts";

interface Props {
  title: string;
  submit: string;
  /** The numbers that the parcel has. */
  tracking: readonly TypedTracking[];
  /** Null: the server does not offer the choice. */
  notify: boolean | null;
  onSubmit(shipment: Shipment): Promise<unknown>;
  onClose(): void;
}

/** The tracking numbers of a parcel: when it leaves the house, or afterwards. */
export function ShipDialog({ title, submit, tracking, notify, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const work = useOrderWork(onClose);
  const form = useForm<Shipment>({
    initialValues: { tracking: tracking.length > 0 ? [...tracking] : [NO_TRACKING], notify: notify ?? true },
    validate: { tracking: trackingRules(t) },
  });
  return (
    <FormDialog opened onClose={onClose} title={title}>
      <form onSubmit={form.onSubmit((shipment) => work.mutate(() => onSubmit(shipment)))} noValidate>
        <Stack>
          <TrackingFields
            value={form.values.tracking}
            onChange={(value) => form.setFieldValue("tracking", value)}
            errors={form.errors}
          />
          {notify !== null && <NotifyChoice {...form.getInputProps("notify", { type: "checkbox" })} />}
          <Button type="submit" loading={work.isPending}>
            {submit}
          </Button>
        </Stack>
      </form>
    </FormDialog>
  );
}
