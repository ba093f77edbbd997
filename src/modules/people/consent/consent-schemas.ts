import { Type } from "typebox";
import type { QueryFilter } from "../../../http/query-filters.ts";
import { consentChannels } from "./consent.ts";
import { hasConsent } from "./consent-graph.ts";

/** `marketing_consent=email`: customers who agree to marketing by this channel. */
export const consentFilter: QueryFilter = {
  schema: Type.String({
    enum: [...consentChannels],
    description: "Customers who agree to marketing by this channel.",
  }),
  toFilters: (value) => [{ kind: "custom", condition: hasConsent, value }],
};
