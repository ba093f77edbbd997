/** The columns that sort the list, with the field of the server. */
export const GROUP_SORTS = { name: "name", since: "created_at" } as const;

export interface GroupsSearch {
  q?: string;
  order?: string;
  /** Filters by fields of the shop. */
  fields?: string[];
  page?: number;
}
