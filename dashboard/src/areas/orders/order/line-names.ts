import type { Schemas } from "@tradewind/client";

/** By the id of a line. Two sizes of a product are two lines of one title. */
export const lineNames = ({ items }: Pick<Schemas["AdminOrder"], "items">): ReadonlyMap<string, string> =>
  new Map(
    (items ?? []).map(({ id, title, description }) => [id, [title, description].filter(Boolean).join(", ")]),
  );
