import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { colleagueName, colleaguesQuery } from "./colleagues.ts";

interface Props extends Omit<SelectProps, "data"> {
  /** Shown before the colleagues. */
  first?: readonly { value: string; label: string }[];
  /** Colleagues who are in `first`. */
  without?: readonly string[];
}

/** One of the users of the shop. They are read when the field is used, or has one whose name is not in `first`. */
export function ColleagueSelect({ first = [], without = [], value, ...props }: Props) {
  const { t } = useTranslation();
  const [isUsed, setIsUsed] = useState(false);
  const isUnnamed = Boolean(value) && !first.some((each) => each.value === value);
  const { data = [], isFetching } = useQuery({
    ...colleaguesQuery(useApi()),
    enabled: isUsed || isUnnamed,
  });
  const others = data
    .filter(({ id }) => !without.includes(id))
    .map((each) => ({ value: each.id, label: colleagueName(each) }));
  return (
    <Select
      {...props}
      value={value ?? null}
      data={[...first, ...others]}
      onFocus={() => setIsUsed(true)}
      onMouseEnter={() => setIsUsed(true)}
      nothingFoundMessage={t(isFetching ? "state.loading" : "find.nothing")}
      searchable
    />
  );
}
