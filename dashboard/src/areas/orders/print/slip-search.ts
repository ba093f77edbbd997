export interface SlipSearch {
  ids: string;
}

/** So many slips are read and printed at once. */
export const MOST_SLIPS = 200;

export const slipSearch = (given: Record<string, unknown>): SlipSearch => ({
  ids: String(given["ids"] ?? ""),
});

/** The orders that the address names, each once. */
export const idsIn = ({ ids }: SlipSearch): string[] => [...new Set(ids.split(",").filter(Boolean))];
