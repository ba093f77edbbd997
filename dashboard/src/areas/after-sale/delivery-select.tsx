import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deliveryChoices, deliveryOptionsQuery } from "../../data/shop/delivery-options.ts";
import { useApi } from "../../kit/api/api.ts";
import { useFormat } from "../../kit/format/format.ts";

interface Props {
  regionId: string;
  currency: string;
  value: string | null;
  onChange(optionId: string | null): void;
  disabled?: boolean;
}

/** The shipping of goods that a swap or a claim sends. */
export function DeliverySelect({ regionId, currency, ...props }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: options = [] } = useQuery(deliveryOptionsQuery(useApi(), regionId));
  return (
    <Select
      label={t("flow.shippingNew")}
      description={t("flow.shippingNewHelp")}
      data={deliveryChoices(options, format, currency)}
      allowDeselect={false}
      flex={1}
      miw={220}
      {...props}
    />
  );
}
