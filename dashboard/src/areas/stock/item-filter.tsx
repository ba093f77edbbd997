import { useQuery } from "@tanstack/react-query";
import { locationsQuery } from "../../data/stock/stock-locations.ts";
import { useApi } from "../../kit/api/api.ts";
import type { FilterProps } from "../../kit/list/filters.tsx";
import { ItemSelect } from "./item-select.tsx";
import { readItems } from "./stock-queries.ts";

/** What happened to one item. A shop without locations has variants, and no items to choose from. */
export function ItemFilter({ search, change }: FilterProps<{ item?: string }>) {
  const api = useApi();
  const { item = "" } = search;
  const { data: locations } = useQuery(locationsQuery(api));
  const { data: known } = useQuery({
    queryKey: ["stock", "item", item],
    queryFn: () => readItems(api, [item]),
    enabled: item !== "",
  });
  if (!locations?.length || (item !== "" && !known)) return null;
  return (
    <ItemSelect
      key={item}
      value={item}
      known={known?.find(({ id }) => id === item)}
      onChange={(chosen) => change({ item: chosen?.id })}
      use="filter"
    />
  );
}
