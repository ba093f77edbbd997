import { Box, Button, Collapse, Group, MultiSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isFieldOrder } from "../../../../kit/list/field-filters.ts";
import { withoutEmpty } from "../../../../kit/list/search-params.ts";
import { useLabels } from "../../use-labels.ts";
import { LABEL_FILTERS, PRODUCT_ORDERS, PRODUCT_STATUSES, type ProductSearch } from "../product-search.ts";

interface Props {
  search: ProductSearch;
  onShow(search: ProductSearch): void;
  /** Filters by fields of the shop. */
  fieldFilters: ReactNode;
}

/** What the page shows is in its address: it can be sent to a colleague. */
export function ProductFilters({ search, onShow, fieldFilters }: Props) {
  const { t } = useTranslation();
  const { page: _page, ...filters } = search;
  const { order: _order, ...narrowing } = filters;
  const orders = useOrders(search);
  const isNarrowed = LABEL_FILTERS.some((name) => search[name]);
  const [isOpen, { toggle }] = useDisclosure(isNarrowed);
  const change = (changed: ProductSearch) => onShow(withoutEmpty({ ...filters, ...changed }));
  const find = useDebouncedCallback((q: string) => change({ q }), 250);
  return (
    <>
      <Group align="flex-end" gap="sm">
        <TextInput
          key={search.q === undefined ? "empty" : "typed"}
          label={t("products.find")}
          description={t("products.findHint")}
          data-finds
          defaultValue={search.q ?? ""}
          onChange={({ currentTarget }) => find(currentTarget.value.trim())}
          leftSection={<IconSearch size={16} aria-hidden />}
          w={{ base: "100%", sm: 280 }}
        />
        <Box className="contents" {...(!isOpen && { visibleFrom: "sm" })}>
          <MultiSelect
            label={t("products.status")}
            placeholder={search.status ? undefined : t("table.all")}
            data={PRODUCT_STATUSES.map((value) => ({ value, label: t(`product.choices.status.${value}`) }))}
            value={search.status ?? []}
            onChange={(chosen) => change({ status: chosen.length > 0 ? chosen : undefined })}
            clearable
            w={{ base: "100%", sm: 220 }}
          />
          <Select
            label={t("products.order")}
            data={orders}
            value={search.order ?? PRODUCT_ORDERS[0]}
            onChange={(order) =>
              change({ order: order === null || order === PRODUCT_ORDERS[0] ? undefined : order })
            }
            allowDeselect={false}
            w={{ base: "100%", sm: 200 }}
          />
        </Box>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {t("products.moreFilters")}
        </Button>
        {fieldFilters}
        {Object.keys(narrowing).length > 0 && (
          <Button variant="subtle" onClick={() => onShow({})}>
            {t("products.clear")}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <LabelFilters search={search} onChange={change} isOpen={isOpen} />
      </Collapse>
    </>
  );
}

/** A list that is sorted by a field of the shop shows that, too. */
function useOrders({ order }: ProductSearch) {
  const { t } = useTranslation();
  const usual = PRODUCT_ORDERS.map((value) => ({
    value: value as string,
    label: t(`products.orders.${value}`),
  }));
  return isFieldOrder(order) ? [...usual, { value: order, label: t("products.byColumn") }] : usual;
}

interface LabelProps {
  search: ProductSearch;
  onChange(changed: ProductSearch): void;
  isOpen: boolean;
}

function LabelFilters({ search, onChange, isOpen }: LabelProps) {
  const { t } = useTranslation();
  const labels = useLabels(isOpen);
  return (
    <Group gap="sm" align="flex-start">
      {LABEL_FILTERS.map((name) => (
        <MultiSelect
          key={name}
          label={t(`products.filters.${name}`)}
          placeholder={search[name] ? undefined : t("table.all")}
          data={labels[name]}
          value={search[name] ?? []}
          onChange={(chosen) => onChange({ [name]: chosen.length > 0 ? chosen : undefined })}
          searchable
          clearable
          nothingFoundMessage={t("find.nothing")}
          w={{ base: "100%", sm: 220 }}
        />
      ))}
    </Group>
  );
}
