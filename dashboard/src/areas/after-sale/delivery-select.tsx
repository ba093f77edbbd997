import { useTranslation } from "react-i18next";
import type { GoodsValue } from "../../data/shop/delivery-options.ts";
import { DeliveryOptionsSelect } from "../../data/shop/delivery-options-select.tsx";

interface Props {
  regionId: string;
  currency: string;
  /** What a swap sends. Goods of a claim are sent by any option. */
  goods?: GoodsValue | null;
  value: string | null;
  onChange(optionId: string | null): void;
  disabled?: boolean;
}

/** The shipping of goods that a swap or a claim sends. */
export function DeliverySelect({ goods = null, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <DeliveryOptionsSelect
      label={t("flow.shippingNew")}
      description={t("flow.shippingNewHelp")}
      goods={goods}
      isWithTaxes
      {...props}
    />
  );
}
