import { textParam, withoutEmpty } from "../../kit/list/search-params.ts";

export interface RegionSearch {
  region?: string | undefined;
}

/** Which region a page shows. */
export const regionSearch = (given: Record<string, unknown>): RegionSearch =>
  withoutEmpty({ region: textParam(given["region"]) });
