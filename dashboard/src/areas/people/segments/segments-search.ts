/** The columns that sort the list, with the field of the server. */
export const SEGMENT_SORTS = { name: "name", members: "members" } as const;

export interface SegmentsSearch {
  q?: string;
  order?: string;
  page?: number;
}
