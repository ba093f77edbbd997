import type { Json } from "../difference.ts";
import { forSide, type Request } from "../pair.ts";
import type { Answer } from "../systems.ts";
import { type Asked, isCancelation, isRankedByAll, pathOf, sellsWithoutLevel, variantsIn } from "./asked.ts";

/** Answers that are alike, after which the two systems are not: what v1 began it leaves half done. */
export const leavesDifferentStates = ({ request, ours }: Asked): boolean =>
  // v1 has made the return that it cannot receive: "Swaps, claims and returns".
  (ours.status >= 400 && /\/(complete|return)$/.test(pathOf(request))) ||
  isRankedByAll(request) ||
  // A second cancelation, and one of a paid draft: "Stock is what is on the shelf".
  isCancelation(request);

/** Variants of which the two systems have different stock from now on: "Stock is what is on the shelf". */
export const variantsWithOtherStock = (asked: Asked): string[] => {
  const { request, ours } = asked;
  if (isRefusedClaim(request, ours)) return valuesOf(forSide(request.body, "ours") as Json, "variant_id");
  if (sellsWithoutLevel(asked)) return valuesOf(ours.body, "variant_id");
  if (/\/complete$/.test(pathOf(request)))
    return [...unmanagedVariants(ours.body), ...repeatedVariants(ours.body)];
  return ours.status < 300 && MOVES_OTHER_STOCK.test(pathOf(request))
    ? valuesOf(ours.body, "variant_id")
    : [];
};

/** Of several lines with the same variant v1 counts one: "Stock and codes are counted with the order". */
const repeatedVariants = (body: Json): string[] => {
  const { data } = (body ?? {}) as { data?: { items?: { variant_id: string }[] } };
  const ids = (data?.items ?? []).map(({ variant_id }) => variant_id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
};

/** v1 counts no pieces of variants without inventory items: "Stock shown is stock sold". */
const unmanagedVariants = (body: Json): string[] =>
  variantsIn(body)
    .filter((each) => each["manage_inventory"] === false)
    .map((each) => String(each["id"]));

// v1 reserves nothing for the lines of a confirmed edit, nor for the pieces of a canceled fulfilment.
const MOVES_OTHER_STOCK =
  /^\/admin\/(orders\/\{id\}(\/fulfillments\/\{id\})?\/cancel|order-edits\/\{id\}\/confirm)$/;

/** v1 has taken the goods of a claim before it refuses it: "Swaps, claims and returns". */
const isRefusedClaim = (request: Request, { status }: Answer): boolean =>
  status >= 400 && pathOf(request) === "/admin/orders/{id}/claims";

/** A draft that is deleted closes its cart: "Draft orders". */
export const isDeletedDraft = ({ request, ours }: Asked): boolean =>
  ours.status < 300 && request.method === "DELETE" && pathOf(request) === "/admin/draft-orders/{id}";

const valuesOf = (body: Json, name: string): string[] => {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    key === name && typeof value === "string" ? [value] : valuesOf(value, name),
  );
};
