import { Button, Stack, TagsInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../kit/dialogs/form-dialog.tsx";
import { useOrderWork } from "./use-order-work.ts";

interface Props {
  onShip(trackingNumbers: string[]): Promise<unknown>;
  onClose(): void;
}

/** A parcel leaves the house, with the numbers of its carrier. */
export function ShipDialog({ onShip, onClose }: Props) {
  const { t } = useTranslation();
  const [tracking, setTracking] = useState<string[]>([]);
  const work = useOrderWork(onClose);
  return (
    <FormDialog opened onClose={onClose} title={t("order.shipTitle")}>
      <Stack>
        <TagsInput
          label={t("order.tracking")}
          description={t("order.trackingHelp")}
          value={tracking}
          onChange={setTracking}
          acceptValueOnBlur
          data-autofocus
        />
        <Button loading={work.isPending} onClick={() => work.mutate(() => onShip(tracking))}>
          {t("orders.actions.ship")}
        </Button>
      </Stack>
    </FormDialog>
  );
}
