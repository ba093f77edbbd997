import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../kit/api/api.ts";
import { colleagueName, colleaguesQuery } from "./colleagues.ts";

interface Props extends Omit<SelectProps, "data"> {
  /** Shown before the colleagues. */
  first?: readonly { value: string; label: string }[];
  /** Colleagues who are in `first`. */
  without?: readonly string[];
}

/** One of the users of the shop. */
export function ColleagueSelect({ first = [], without = [], ...props }: Props) {
  const { data = [] } = useQuery(colleaguesQuery(useApi()));
  const others = data
    .filter(({ id }) => !without.includes(id))
    .map((each) => ({ value: each.id, label: colleagueName(each) }));
  return <Select {...props} data={[...first, ...others]} searchable />;
}
