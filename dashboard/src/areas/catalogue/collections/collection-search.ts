/** The columns that sort the list, with the field of the server. */
export const COLLECTION_SORTS = { title: "title", handle: "handle", changed: "updated_at" } as const;
export const USUAL_ORDER = "title";

export interface CollectionSearch {
  q?: string;
  order?: string;
  page?: number;
}
