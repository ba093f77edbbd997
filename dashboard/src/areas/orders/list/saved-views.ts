import { useLocalStorage } from "@mantine/hooks";
import type { OrderSearch } from "./order-search.ts";

export interface SavedView {
  name: string;
  search: OrderSearch;
}

/** Views of this browser, beside those that every shop has. */
export function useSavedViews() {
  const [views, setViews] = useLocalStorage<SavedView[]>({ key: "tradewind.orders.views", defaultValue: [] });
  return {
    views,
    save: (view: SavedView) => setViews((known) => [...known.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => setViews((known) => known.filter((view) => view.name !== name)),
  };
}
