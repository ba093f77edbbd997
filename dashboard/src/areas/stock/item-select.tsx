import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { nameOfItem } from "./stock-columns.ts";
import { type Item, itemsQuery } from "./stock-queries.ts";

interface ItemProps {
  value: string;
  /** The item of the value, if it was not chosen here. */
  known?: Item | undefined;
  error?: ReactNode;
  onChange(item: Item | null): void;
  /** A field of the form that is needed, a way to add items, or a filter. */
  use?: "field" | "adding" | "filter";
}

const labelOf = (item: Item) => [item.sku, nameOfItem(item)].filter(Boolean).join(" · ");

/** The server searches for the typed text: a shop has thousands of items. */
export function ItemSelect({ value, known, error, onChange, use = "field" }: ItemProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const label = known ? labelOf(known) : chosen;
  const [q] = useDebouncedValue(typed === label ? "" : typed.trim(), 150);
  const { data } = useQuery({ ...itemsQuery(useApi(), q ? { q } : {}), placeholderData: keepPreviousData });
  const found = (data?.inventory_items ?? []).map((item) => ({ value: item.id, label: labelOf(item) }));
  const isFound = found.some((choice) => choice.value === value);
  const isAdding = use === "adding";
  return (
    <Select
      label={t(isAdding ? "transfers.addItem" : "stock.item")}
      description={use === "filter" ? undefined : t("stock.findHint")}
      placeholder={use === "filter" ? t("table.all") : undefined}
      data={value && !isFound ? [{ value, label }, ...found] : found}
      filter={({ options }) => options}
      searchable
      clearable={use === "filter"}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value || null}
      onChange={(id, choice) => {
        setChosen(isAdding ? "" : (choice?.label ?? ""));
        if (isAdding) setTyped("");
        onChange(data?.inventory_items.find((item) => item.id === id) ?? null);
      }}
      error={error}
      required={use === "field"}
      nothingFoundMessage={t("find.nothing")}
      {...(use === "filter" && { w: { base: "100%", sm: 320 } })}
    />
  );
}
