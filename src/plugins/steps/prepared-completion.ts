import type { BeforeCompletion } from "../ports/steps.ts";

/** What the steps of plugins saw and returned. */
export interface PreparedCompletion {
  seen: string;
  /** By plugin. */
  data: ReadonlyMap<string, unknown>;
}

/** The content of a cart as a text, to be compared. */
export const seenAs = ({ cart, totals }: Omit<BeforeCompletion, "version">): string =>
  JSON.stringify([cart, totals]);
