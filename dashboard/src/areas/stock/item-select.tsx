import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { nameOfItem } from "./stock-columns.ts";
import { type Item, itemsQuery } from "./stock-queries.ts";

interface ItemProps {
  value: string;
  error: React.ReactNode;
  onChange(item: Item | null): void;
  /** Not a field of the form, but a way to add items. */
  isAdding?: boolean;
}

/** The server searches for the typed text: a shop has thousands of items. */
export function ItemSelect({ value, error, onChange, isAdding = false }: ItemProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [label, setLabel] = useState("");
  const [q] = useDebouncedValue(typed === label ? "" : typed.trim(), 150);
  const { data } = useQuery({ ...itemsQuery(useApi(), q ? { q } : {}), placeholderData: keepPreviousData });
  const found = (data?.inventory_items ?? []).map((item) => ({
    value: item.id,
    label: [item.sku, nameOfItem(item)].filter(Boolean).join(" · "),
  }));
  const isKnown = found.some((choice) => choice.value === value);
  return (
    <Select
      label={t(isAdding ? "transfers.addItem" : "stock.item")}
      description={t("stock.findHint")}
      data={value && !isKnown ? [{ value, label }, ...found] : found}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value || null}
      onChange={(id, choice) => {
        setLabel(isAdding ? "" : (choice?.label ?? ""));
        if (isAdding) setTyped("");
        onChange(data?.inventory_items.find((item) => item.id === id) ?? null);
      }}
      error={error}
      required={!isAdding}
      nothingFoundMessage={t("find.nothing")}
    />
  );
}
