import { Select, type SelectProps, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { useFormat } from "../../kit/format/format.ts";
import {
  deliveryChoices,
  deliveryOptionsQuery,
  type GoodsValue,
  unmetRequirement,
} from "./delivery-options.ts";

interface Props extends Omit<SelectProps, "data" | "w" | "flex" | "miw"> {
  regionId: string;
  currency: string;
  /** What is sent. Null: it is not known, or every option may be chosen. */
  goods: GoodsValue | null;
  /** Beside amounts with taxes. */
  isWithTaxes?: boolean;
}

/** The shipping of goods. Options that they do not qualify for are not offered: a line says why. */
export function DeliveryOptionsSelect({ regionId, currency, goods, isWithTaxes = false, ...props }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: options = [] } = useQuery({
    ...deliveryOptionsQuery(useApi(), regionId),
    enabled: regionId !== "",
  });
  const missing = new Map(
    options.flatMap((option) => {
      const unmet = goods && unmetRequirement(option, goods);
      return unmet && option.id !== props.value ? [[option.id, unmet] as const] : [];
    }),
  );
  return (
    <Stack gap={4} flex={1} miw={200}>
      <Select
        data={deliveryChoices(
          options.filter(({ id }) => !missing.has(id)),
          { format, currency, isWithTaxes },
        )}
        allowDeselect={false}
        {...props}
      />
      {options.map(({ id, name }) => {
        const unmet = missing.get(id);
        return (
          unmet && (
            <Text key={id} size="xs" c="dimmed">
              {t(`delivery.notOffered.${unmet.type}`, { name, amount: format.money(unmet.amount, currency) })}
            </Text>
          )
        );
      })}
    </Stack>
  );
}
