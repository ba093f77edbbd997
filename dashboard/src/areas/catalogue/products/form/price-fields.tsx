import { SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { MoneyInput } from "../../../../kit/inputs/money-input.tsx";
import type { VariantDraft } from "../product-draft.ts";
import { useMarkets } from "../use-markets.ts";
import { withPrice } from "./variant-row.tsx";

type Prices = VariantDraft["prices"];

interface Props {
  prices: Prices;
  onChange(prices: Prices): void;
}

/** A price for each currency and, where it differs, for a region. */
export function PriceFields({ prices, onChange }: Props) {
  const { t } = useTranslation();
  const markets = useMarkets();
  return (
    <>
      <SimpleGrid cols={2}>
        {markets.map(({ id, name, currency, isRegion }) => (
          <MoneyInput
            key={id}
            label={name}
            currency={currency}
            value={prices[id] ?? null}
            onChange={(amount) => onChange(withPrice(prices, id, amount))}
            {...(isRegion && prices[currency] !== undefined && { placeholder: t("product.asCurrency") })}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t("product.regionPrices")}
      </Text>
    </>
  );
}
