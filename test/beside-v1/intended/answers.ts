import type { Json, JsonObject } from "../difference.ts";
import { type Intended, pathOf } from "./asked.ts";

const CONTRACT_TOTALS =
  /(^|\.)(raw_discount_total|refunded_total|refundable_amount|item_tax_total|shipping_tax_total|gift_card_tax_total)$/;

const hasDeletedGoods = (body: Json): boolean => {
  const { order } = (body ?? {}) as { order?: { items?: { variant?: JsonObject | null }[] } };
  return (order?.items ?? []).some(({ variant }) => typeof variant?.["deleted_at"] === "string");
};

/** What answers show, whatever they are about. */
export const answers: readonly Intended[] = [
  {
    section: "Lists below something unknown",
    ofAnswer: ({ request, ours, v1 }) =>
      request.method === "GET" &&
      ours.status === 404 &&
      v1.status === 200 &&
      /^\/admin\/(price-lists\/[^/]+\/products|publishable-api-keys\/[^/]+\/sales-channels)$/.test(
        pathOf(request),
      ),
  },
  {
    section: "Totals of the contract are always there",
    ofPlace: ({ path, v1 }) => v1 === undefined && CONTRACT_TOTALS.test(path),
  },
  {
    section: "Addresses of IPv4 are written as such",
    ofPlace: ({ path, ours, v1 }) => path.endsWith("context.ip") && v1 === `::ffff:${ours}`,
  },
  {
    section: "Empty fields show the id alone",
    ofPlace: ({ path, ours }, { request }) =>
      request.query?.["fields"] === "" &&
      /\b(created_at|profile_id)$|^orders\[\]\.(tax_rate|items|swaps|claims)$/.test(path) &&
      ours === undefined,
  },
  {
    section: "Password hashes never leave the server",
    ofPlace: ({ path, ours }) => path.endsWith("password_hash") && ours === undefined,
  },
  {
    section: "What belongs to something unknown is 404",
    ofAnswer: ({ request, ours, v1 }) =>
      /\/unknown_01\/(stock-locations|location-levels)$/.test(pathOf(request)) &&
      ours.status === 404 &&
      v1.status === 200,
  },
  {
    section: "Deleted goods and regions",
    isLasting: true,
    ofPlace: ({ path }, { request, ours }) =>
      pathOf(request) === "/admin/draft-orders/{id}/pay" &&
      /^order\.(items\[\]\.)?(tax_lines\.length|refundable(_amount)?|\w*total)$/.test(path) &&
      hasDeletedGoods(ours.body),
  },
  {
    section: "Relations without a value are null",
    ofPlace: ({ path, ours, v1 }) => path === "reservations[].line_item" && ours === null && v1 === undefined,
  },
];
