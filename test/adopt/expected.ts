import type { Difference, Json, JsonObject } from "../beside-v1/difference.ts";
import { pathOf } from "../beside-v1/intended/asked.ts";
import { intended } from "../beside-v1/intended/intended.ts";
import { Pair, type Request } from "../beside-v1/pair.ts";
import type { Answer } from "./api.ts";
import type { Question } from "./questions.ts";

interface Asked {
  request: Request;
  ours: Answer;
  v1: Answer;
}

/** A difference that adoption does not cause. `section` is its heading in docs/differences-from-v1.md. */
interface Expected {
  section: string;
  ofAnswer?(asked: Asked): boolean;
  ofPlace?(difference: Difference, asked: Asked): boolean;
}

/**
 * The sections that also hold for rows that v1 has written. The others are about requests that change something: a row of v1
 * must not differ because of them.
 */
const SECTIONS = new Set([
  "Internal errors of v1 are answers or refusals",
  "Totals of the contract are always there",
  "Relations without a value are null",
  "Password hashes never leave the server",
  "Codes of gift cards are masked",
  "A deleted collection is no empty one",
  "Tags in use",
  "Collections of storefront products",
  "Storefronts see public prices only",
  "Stock shown is stock sold",
  "Items of deleted variants",
  "Each variant has the taxes of its product",
  "Batch jobs show what is asked for",
  "Carts and orders do not show their customer's other data",
  "All shipping profiles are listed",
  "The store",
]);

const more: readonly Expected[] = [
  {
    section: "Each variant has the taxes of its product",
    ofPlace: ({ path }, { request }) =>
      request.query?.["region_id"] !== undefined &&
      pathOf(request) === "/store/products" &&
      /^products\[\]\.variants\[\]\.(tax_rates\b|\w+_tax$|\w+_incl_tax$)/.test(path),
  },
  {
    section: "A search finds several words in any order",
    ofPlace: ({ path }, { request, ours, v1 }) =>
      /^(orders\.length|count)$/.test(path) &&
      pathOf(request) === "/admin/orders" &&
      request.query?.["q"] !== undefined &&
      findsAll(ours, v1),
  },
  {
    section: "Order edits",
    ofPlace: (difference, { request }) =>
      /\/order-edits/.test(pathOf(request)) &&
      /^order_edits?(\[\])?\.(gift_card_total|total)$/.test(difference.path) &&
      isPaidByGiftCards(difference.within),
  },
  {
    section: "A completed cart does not change",
    ofPlace: ({ path, within }) =>
      /^cart\.(gift_card_total|gift_card_tax_total|tax_total|total)$/.test(path) &&
      typeof within?.ours["completed_at"] === "string" &&
      within.ours["gift_card_total"] !== within.v1["gift_card_total"],
  },
  {
    section: "Gift cards take off no more tax than is due",
    ofPlace: ({ path, within }) =>
      /^cart\.(gift_card_tax_total|tax_total|total)$/.test(path) &&
      Number(within?.ours["gift_card_tax_total"]) < Number(within?.v1["gift_card_tax_total"]),
  },
  {
    section: "Rounding",
    ofPlace: ({ path, ours, v1, within }) =>
      /^cart\.items\[\]\.(original_)?(tax_)?total$/.test(path) &&
      within?.ours["is_return"] === true &&
      Math.abs(Number(ours) - Number(v1)) === 1,
  },
  {
    section: "Goods that were deleted keep their taxes",
    ofPlace: ({ path, within }, { ours, v1 }) =>
      (/^cart\.items\[\]\.(tax_lines\.length|(original_)?(tax_)?total)$/.test(path) &&
        isTaxedOnlyHere(within?.ours, within?.v1)) ||
      (/^cart\.(item_tax_total|gift_card_tax_total|tax_total|total)$/.test(path) &&
        itemsOf(ours).some((item) =>
          isTaxedOnlyHere(
            item,
            itemsOf(v1).find(({ id }) => id === item["id"]),
          ),
        )),
  },
];

/** More orders than v1, and each of v1's. */
const findsAll = (ours: Answer, v1: Answer): boolean => {
  const idsOf = ({ body }: Answer) => new Set((body.orders as JsonObject[]).map(({ id }) => id));
  const found = idsOf(ours);
  return found.size > idsOf(v1).size && [...idsOf(v1)].every((id) => found.has(id));
};

/** What gift cards pay more here is less to pay, and the other way round. */
const isPaidByGiftCards = (within: Difference["within"]): boolean =>
  within !== undefined &&
  Number(within.ours["total"]) + Number(within.ours["gift_card_total"]) ===
    Number(within.v1["total"]) + Number(within.v1["gift_card_total"]);

const itemsOf = ({ body }: Answer): JsonObject[] => body.cart?.items ?? [];

const isTaxedOnlyHere = (ours: JsonObject | undefined, v1: JsonObject | undefined): boolean =>
  linesOf(ours).length > 0 && v1 !== undefined && linesOf(v1).length === 0;

const linesOf = (item: JsonObject | undefined): Json[] => (item?.["tax_lines"] as Json[] | undefined) ?? [];

const rules: readonly Expected[] = [...intended.filter(({ section }) => SECTIONS.has(section)), ...more];

const ID = /([a-z]+_[0-9A-HJKMNP-TV-Z]{26})/;

const requestOf = ({ as, path, query }: Question): Request => ({
  as,
  method: "GET",
  path: path.split(ID).map((part) => (ID.test(part) ? new Pair(part, part) : part)),
  ...(query && { query }),
});

/** The section that explains why the answers are of different kinds. */
export const explainedAnswer = (question: Question, ours: Answer, v1: Answer): string | undefined =>
  rules.find(({ ofAnswer }) => ofAnswer?.({ request: requestOf(question), ours, v1 }))?.section;

export const explainedPlace = (
  difference: Difference,
  question: Question,
  answers: { ours: Answer; v1: Answer },
): string | undefined =>
  rules.find(({ ofPlace }) => ofPlace?.(difference, { request: requestOf(question), ...answers }))?.section;
