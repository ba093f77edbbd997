import { Alert, Group, MultiSelect, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { findProducts } from "../../../data/catalogue/product-choices.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { regionsQuery, storeQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useGridEdits } from "../../../kit/grid/use-grid-edits.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { PercentageJob } from "./percentage-job.tsx";
import { currencyScope, quantitiesOf, regionsIn } from "./price-cells.ts";
import {
  listedProductsQuery,
  PRODUCTS_SIZE,
  type PricedProduct,
  type PriceList,
  productsByIdQuery,
} from "./price-list-queries.ts";
import { PricesGrid } from "./prices-grid.tsx";

const NONE: PricedProduct[] = [];

/** The prices of the list as a grid: variants by currencies and regions. */
export function PricesCard({ list }: { list: PriceList }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const [page, setPage] = useState(1);
  const [added, setAdded] = useState<string[]>([]);
  const [from, setFrom] = useState<number | null>(null);
  const edits = useGridEdits();
  const isChanged = edits.edits.size > 0;
  const mayEdit = may("price-lists:write");
  const listed = useQuery(listedProductsQuery(api, list.id, page));
  const chosen = useQuery(productsByIdQuery(api, added));
  const products = listed.data?.products ?? NONE;
  const extra = added.length === 0 ? NONE : (chosen.data ?? NONE);
  const shown = useMemo(() => {
    const isListed = new Set(products.map(({ id }) => id));
    return [...extra.filter(({ id }) => !isListed.has(id)), ...products];
  }, [extra, products]);
  const { scopes, regions } = useScopes(list.id, shown);
  return (
    <Paper withBorder p="md">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t("priceLists.prices")}
          </Title>
          {mayEdit && may("import-export:write") && <PercentageJob list={list} isLocked={isChanged} />}
        </Group>
        <Group align="flex-end">
          {mayEdit && (
            <FoundMultiSelect
              label={t("priceLists.addProducts")}
              searchKey={["choices", "products"]}
              find={(text) => findProducts(api, text)}
              value={added}
              onChange={setAdded}
              w={{ base: "100%", sm: 360 }}
            />
          )}
          {regions}
          <Quantity
            from={from}
            known={quantitiesOf(shown, list.id)}
            isLocked={isChanged}
            onChange={setFrom}
          />
        </Group>
        {listed.error && (
          <Alert color="red" role="alert">
            {messageOf(listed.error, t)}
          </Alert>
        )}
        {listed.data && shown.length === 0 ? (
          <Text c="dimmed">{t("priceLists.noPrices")}</Text>
        ) : (
          <PricesGrid
            products={shown}
            scopes={scopes}
            at={{ listId: list.id, from }}
            edits={edits}
            mayEdit={mayEdit}
          />
        )}
        <ListFooter
          count={listed.data?.count ?? 0}
          pageSize={PRODUCTS_SIZE}
          page={page}
          onPage={(next) => {
            // What was typed belongs to the rows of this page.
            if (!isChanged) setPage(next);
          }}
        >
          {t("priceLists.productCount", { count: listed.data?.count ?? 0 })}
        </ListFooter>
      </Stack>
    </Paper>
  );
}

/** A column for each currency of the shop, and for the regions that have prices of their own or are chosen. */
function useScopes(listId: string, products: readonly PricedProduct[]) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const store = useQuery({ ...storeQuery(api), enabled: may("settings:read") }).data;
  const regions = useQuery({ ...regionsQuery(api), enabled: may("settings:read") }).data ?? [];
  const [chosen, setChosen] = useState<string[]>([]);
  const shown = new Set([...regionsIn(products, listId), ...chosen]);
  const currencies = store
    ? store.currencies.map(({ code }) => code)
    : [
        ...new Set(
          products.flatMap(({ variants }) =>
            variants.flatMap(({ prices }) => prices.map(({ currency_code }) => currency_code)),
          ),
        ),
      ];
  return {
    scopes: [
      ...currencies.map(currencyScope),
      ...regions
        .filter(({ id }) => shown.has(id))
        .map(({ id, name, currency_code }) => ({ key: id, name, currency: currency_code, regionId: id })),
    ],
    regions: (
      <MultiSelect
        label={t("priceLists.regionColumns")}
        data={regions.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...shown]}
        onChange={setChosen}
        w={{ base: "100%", sm: 260 }}
      />
    ),
  };
}

interface QuantityProps {
  from: number | null;
  known: number[];
  isLocked: boolean;
  onChange(from: number | null): void;
}

/** Prices for large quantities are other prices: the grid shows one step at a time. */
function Quantity({ from, known, isLocked, onChange }: QuantityProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t("priceLists.from")}
      description={known.length > 0 ? t("priceLists.steps", { steps: known.join(", ") }) : undefined}
      placeholder={t("priceLists.anyQuantity")}
      min={1}
      disabled={isLocked}
      value={from ?? ""}
      onChange={(typed) => onChange(typed === "" ? null : Number(typed))}
      w={{ base: "100%", sm: 200 }}
    />
  );
}
