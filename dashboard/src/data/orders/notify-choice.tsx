import { Checkbox, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useConfig } from "../../kit/api/config.ts";

/** Whether the customer gets a mail about a parcel. A shop that sends none says so instead. */
export function NotifyChoice(props: { checked?: boolean; error?: ReactNode }) {
  const { t } = useTranslation();
  const { shipmentMails } = useConfig();
  if (!shipmentMails)
    return (
      <Text size="sm" c="dimmed">
        {t("order.track.noMails")}
      </Text>
    );
  return <Checkbox label={t("order.track.notify")} {...props} />;
}
