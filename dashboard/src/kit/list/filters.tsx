import { MultiSelect, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { SearchInput } from "./search-input.tsx";
import { type TextKey, useSay } from "./use-say.ts";

export interface FilterProps<Search> {
  /** The filters that are set. */
  search: Search;
  change(changed: { [Name in keyof Search]?: unknown }): void;
}

export type Filter<Search> = (props: FilterProps<Search>) => ReactNode;

interface Choice<Name extends string, Value extends string> {
  name: Name;
  label: TextKey;
  values: readonly Value[];
  textOf(value: Value): TextKey;
  width?: number;
}

/** One of a few values. */
export const choiceFilter = <const Name extends string, Value extends string>(
  choice: Choice<Name, Value>,
): Filter<{ [N in Name]?: Value }> =>
  function ChoiceFilter({ search, change }) {
    const say = useSay();
    const { name, label, values, textOf, width = 180 } = choice;
    return (
      <Select
        label={say(label)}
        placeholder={say("table.all")}
        data={values.map((value) => ({ value, label: say(textOf(value)) }))}
        value={(search[name] as Value | undefined) ?? null}
        onChange={(chosen) => change({ [name]: chosen } as never)}
        clearable
        w={{ base: "100%", sm: width }}
      />
    );
  };

/** Any of a few values. */
export const choicesFilter = <const Name extends string, Value extends string>(
  choice: Choice<Name, Value>,
): Filter<{ [N in Name]?: Value[] }> =>
  function ChoicesFilter({ search, change }) {
    const say = useSay();
    const { name, label, values, textOf, width = 220 } = choice;
    const chosen = search[name] as Value[] | undefined;
    return (
      <MultiSelect
        label={say(label)}
        {...(!chosen && { placeholder: say("table.all") })}
        data={values.map((value) => ({ value, label: say(textOf(value)) }))}
        value={chosen ?? []}
        onChange={(some) => change({ [name]: some.length > 0 ? some : undefined } as never)}
        clearable
        w={{ base: "100%", sm: width }}
      />
    );
  };

/** A text that is searched for in one field of the rows. */
export const textFilter = <const Name extends string>(text: {
  name: Name;
  label: TextKey;
  placeholder?: string;
}): Filter<{ [N in Name]?: string }> =>
  function TextFilter({ search, change }) {
    const say = useSay();
    const { name, label, ...props } = text;
    return (
      <SearchInput
        {...props}
        label={say(label)}
        value={search[name] as string | undefined}
        onFind={(typed) => change({ [name]: typed } as never)}
      />
    );
  };
