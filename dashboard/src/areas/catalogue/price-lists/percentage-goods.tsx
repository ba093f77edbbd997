import { MultiSelect, Radio, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { storeQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { changeOf, noChange, PercentageFields, type TypedChange } from "../percentage/percentage-fields.tsx";
import { useLabels } from "../use-labels.ts";

/** Which prices are set, and to what. */
export interface Goods {
  change: TypedChange;
  isAll: boolean;
  collections: string[];
  categories: string[];
  tags: string[];
  /** Empty: all. */
  currencies: string[];
}

export const emptyGoods: Goods = {
  change: noChange,
  isAll: true,
  collections: [],
  categories: [],
  tags: [],
  currencies: [],
};

/** What the server is sent. Null: something is missing. */
export function contextOf(listId: string, { change: typed, isAll, ...chosen }: Goods) {
  const change = changeOf(typed);
  const filters = { collection_id: chosen.collections, category_id: chosen.categories, tag_id: chosen.tags };
  const filled = Object.entries(filters).filter(([, ids]) => ids.length > 0);
  if (!change || (!isAll && filled.length === 0)) return null;
  return {
    price_list_id: listId,
    ...change,
    ...(!isAll && Object.fromEntries(filled)),
    ...(chosen.currencies.length > 0 && { currency_code: chosen.currencies }),
  };
}

interface Props {
  value: Goods;
  onChange(value: Goods): void;
}

export function PercentageGoods({ value, onChange }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const labels = useLabels();
  const store = useQuery({ ...storeQuery(api), enabled: may("settings:read") }).data;
  const set = (changed: Partial<Goods>) => onChange({ ...value, ...changed });
  return (
    <Stack>
      <PercentageFields value={value.change} onChange={(change) => set({ change })} />
      <Radio.Group
        label={t("percentage.goods")}
        value={value.isAll ? "all" : "some"}
        onChange={(chosen) => set({ isAll: chosen === "all" })}
      >
        <Stack gap={6} mt={4}>
          {(["all", "some"] as const).map((each) => (
            <Radio key={each} value={each} label={t(`percentage.goodsChoices.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {!value.isAll && (
        <>
          <Text size="sm" c="dimmed">
            {t("percentage.someHint")}
          </Text>
          {(
            [
              ["collections", "collection_id"],
              ["categories", "category_id"],
              ["tags", "tags"],
            ] as const
          ).map(([field, label]) => (
            <MultiSelect
              key={field}
              label={t(`percentage.${field}`)}
              data={labels[label]}
              searchable
              value={value[field]}
              onChange={(ids) => set({ [field]: ids })}
            />
          ))}
        </>
      )}
      {store && (
        <MultiSelect
          label={t("percentage.currencies")}
          placeholder={value.currencies.length === 0 ? t("percentage.allCurrencies") : undefined}
          data={store.currencies.map(({ code }) => ({ value: code, label: code.toUpperCase() }))}
          value={value.currencies}
          onChange={(currencies) => set({ currencies })}
        />
      )}
    </Stack>
  );
}
