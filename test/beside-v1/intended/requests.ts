import type { Answer } from "../systems.ts";
import { type Intended, messageOf, pathOf, typeOf } from "./asked.ts";

/** What v1 shows beside the relations that were asked for. */
const ADDED_RELATIONS =
  /^(product_categor(y|ies\[\])\.(parent_category|category_children)|customer\.(orders|shipping_addresses)|customers\[\]\.groups|price_lists\[\]\.customer_groups)$/;

/** v1 gives it to a category while it moves. */
const RANK_WHILE_MOVING = 99999;

/** Internal errors that v1 answers with 400. */
const isInternalError = (answer: Answer): boolean =>
  /Cannot read prop|^null$|^Can't insert null value in field/.test(messageOf(answer));

/** The fields that were sent as null. */
const nullsIn = (body: unknown): string[] =>
  Object.entries(body ?? {})
    .filter(([, value]) => value === null)
    .map(([name]) => name);

const hasEmptyId = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  Object.entries(body).some(([name, value]) => name.endsWith("_id") && value === "");

/** What is refused or taken of a request, whatever it is about. */
export const requests: readonly Intended[] = [
  {
    section: "Internal errors of v1 are answers or refusals",
    ofAnswer: ({ ours, v1 }) => ours.status < 500 && (v1.status >= 500 || isInternalError(v1)),
    ofPlace: ({ path }, { v1 }) => path === "type" && isInternalError(v1),
  },
  {
    section: "Unknown parameters are refused everywhere",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 400 &&
      (v1.status === 200 || v1.status === 404) &&
      /property (unknown_\w+|limit|offset|order|q) should not exist/.test(messageOf(ours)),
  },
  {
    section: "Selections are taken on more routes",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 200 && /^property (fields|expand) should not exist/.test(messageOf(v1)),
  },
  {
    section: "Values of another kind are refused",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 400 &&
      v1.status < 300 &&
      /must be (an object|a string|a whole number|an array)/.test(messageOf(ours)),
  },
  {
    section: "Empty texts are refused where a name is needed",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 400 &&
      (v1.status < 300 || v1.status === 404) &&
      /should not be empty/.test(messageOf(ours)),
  },
  {
    section: "An empty id says nothing",
    ofAnswer: ({ request, ours, v1 }) =>
      (ours.status < 300 || ours.status === 400) && v1.status === 404 && hasEmptyId(request.body),
  },
  {
    section: "An empty id says nothing",
    isLasting: true,
    ofPlace: ({ path, v1 }, { request }) =>
      path === "product_category.rank" && v1 === RANK_WHILE_MOVING && hasEmptyId(request.body),
  },
  {
    section: "Of several faults one is named",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/regions/unknown_01/countries" &&
      ours.status === 404 &&
      [400, 422].includes(v1.status),
    ofPlace: ({ path }, { request, ours, v1 }) =>
      path === "type" &&
      /^\/admin\/draft-orders\/\{id\}\/line-items/.test(pathOf(request)) &&
      typeOf(v1.body) === "not_allowed" &&
      /^quantity must/.test(messageOf(ours)),
  },
  {
    section: "Of several faults one is named",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/reservations" &&
      /^The reservation quantity cannot be larger/.test(messageOf(ours)) &&
      / is not stocked at location /.test(messageOf(v1)),
  },
  {
    section: "Of several faults one is named",
    ofPlace: ({ path, ours, v1 }, asked) =>
      path === "type" &&
      ours === "not_allowed" &&
      v1 === "invalid_data" &&
      pathOf(asked.request) === "/admin/orders/{id}/claims" &&
      /^(Unable to generate the line items|Cannot generate line item)/.test(messageOf(asked.v1)),
  },
  {
    section: "Lists of names are taken in every form",
    ofAnswer: ({ ours, v1 }) =>
      ours.status !== 400 && /^(expand|id|location_id) must be an array/.test(messageOf(v1)),
  },
  {
    section: "Filters of the contract work",
    ofPlace: ({ path }, { request }) =>
      pathOf(request) === "/admin/stock-locations" &&
      /^(stock_locations\.length|count)$/.test(path) &&
      request.query?.["id"] !== undefined &&
      request.query["sales_channel_id"] !== undefined,
  },
  {
    section: "Filters of the contract work",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/(currencies|customer-groups)$/.test(pathOf(request)) &&
      ours.status === 200 &&
      /^(includes_tax must be a boolean value|id must be )/.test(messageOf(v1)),
  },
  {
    section: "An empty expand shows no relations",
    ofPlace: ({ path, ours }, { request }) =>
      request.query?.["expand"] !== undefined && ours === undefined && ADDED_RELATIONS.test(path),
  },
  {
    section: "Null is no value for what must have one",
    ofAnswer: ({ request, ours, v1 }) =>
      ours.status === 400 &&
      (v1.status < 300 || v1.status === 404) &&
      nullsIn(request.body).some((name) => messageOf(ours).startsWith(name)),
  },
  {
    section: "Empty texts are refused where a name is needed",
    ofAnswer: ({ request, ours }) =>
      ours.status === 400 && (request.body as { file_key?: unknown } | undefined)?.file_key === "",
  },
];
