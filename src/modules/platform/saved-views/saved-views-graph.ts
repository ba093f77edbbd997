import { boolean, entity, json, rowColumns, text } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const savedView = entity({
  name: "saved_view",
  table: "tradewind.saved_view",
  description: "What a list of the dashboard shows, under a name.",
  columns: {
    ...rowColumns,
    user_id: { ...text.required, description: "Whose view it is." },
    list: { ...text.required, description: "The list that it belongs to, such as `orders`." },
    name: text.required,
    search: {
      ...json.required,
      description: "The filters and the order, as the address of the page has them.",
    },
    is_shared: { ...boolean.required, description: "Every user sees it." },
  },
});

/** Their own views, and those that others share. */
export const isVisibleTo: Condition = {
  name: "saved-view-visible-to",
  sql: (row, user) => `(${row}.is_shared or ${row}.user_id = ${user})`,
};

export const savedViewView = { entity: savedView };

export const savedViewsEntities = [savedView];
