/** The columns that sort the list, with the field of the server. */
export const RESERVATION_SORTS = { quantity: "quantity", since: "created_at" } as const;

export interface ReservationSearch {
  location?: string;
  /** The id of an item. */
  item?: string;
  order?: string;
  page?: number;
}
