import type { Backfill } from "./backfill.ts";

/** In this order. */
export const backfills: readonly Backfill[] = [];
