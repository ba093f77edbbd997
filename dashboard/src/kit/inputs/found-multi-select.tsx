import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Choice } from "./countries.ts";

interface Props extends Omit<MultiSelectProps, "data" | "searchable" | "searchValue" | "filter"> {
  /** The key of the search; the typed text is added. */
  searchKey: readonly string[];
  find(text: string): Promise<Choice[]>;
  /** The names of those that are chosen already. */
  known?: readonly Choice[];
}

const NONE: readonly Choice[] = [];

/** Some of many: the server searches for the typed text. */
export function FoundMultiSelect({ searchKey, find, known = NONE, ...props }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), 150);
  const [seen, setSeen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const found = useQuery({
    queryKey: [...searchKey, "found", text],
    queryFn: () => find(text),
    placeholderData: keepPreviousData,
  });
  const choices = new Map(
    [...known, ...seen.values(), ...(found.data ?? [])].map((each) => [each.value, each]),
  );
  const offered = new Set([...(found.data ?? []).map(({ value }) => value), ...(props.value ?? [])]);
  return (
    <MultiSelect
      {...props}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...choices.values()].filter(({ value }) => offered.has(value))}
      filter={({ options }) => options}
      onChange={(values) => {
        setSeen(choices);
        props.onChange?.(values);
      }}
      nothingFoundMessage={found.isFetching ? t("state.loading") : t("find.nothing")}
    />
  );
}
