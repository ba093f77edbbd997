import type { Json, JsonObject } from "../difference.ts";
import { type Intended, messageOf, pathOf } from "./asked.ts";

/** v1 exports no lines of products without variants: "Files of batch jobs". */
export const withoutBareProducts = (table: Json): Json =>
  Array.isArray(table) ? table.filter((row) => !isBareProduct(row as JsonObject)) : table;

const isBareProduct = (row: JsonObject): boolean => Boolean(row["Product Id"]) && row["Variant Id"] === "";

/** v1 writes the options and categories of a product in the order of its database. */
function areSameInOtherOrder(path: string, { ours, v1 }: { ours: JsonObject; v1: JsonObject }): boolean {
  const group = /^\[\]\.(Option|Product Category) \d+ /.exec(path)?.[1];
  if (!group) return false;
  const sorted = (row: JsonObject) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => valuesUnder(row, `${group} ${number} `)).sort();
  return String(sorted(ours)) === String(sorted(v1));
}

const valuesUnder = (row: JsonObject, prefix: string): string =>
  Object.keys(row)
    .filter((name) => name.startsWith(prefix) && row[name] !== "")
    .map((name) => `${name.slice(prefix.length)}: ${row[name]}`)
    .sort()
    .join(", ");

/** Customers, the store, and files of jobs and uploads. */
export const peopleAndFiles: readonly Intended[] = [
  {
    section: "A customer has a first and a last name",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/store/customers" &&
      ours.status === 400 &&
      v1.status === 200 &&
      /(first|last)_name/.test(messageOf(ours)),
  },
  {
    section: "A customer's groups are all shown",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      path === "customers[].groups.length" &&
      pathOf(request).endsWith("/customers") &&
      Number(ours) > Number(v1),
  },
  {
    section: "Address books belong to the customer",
    ofPlace: ({ path, ours, v1 }) =>
      /^(orders?|data)(\[\])?\.shipping_address(_id|\.id)$/.test(path) &&
      typeof ours === "string" &&
      typeof v1 === "string",
  },
  {
    section: "The store",
    ofPlace: ({ path, v1 }) =>
      (path === "store.name" && v1 === "Medusa Store") ||
      /^store\.(feature_flags\[\]\.value|feature_flags\.length|modules\.length)$/.test(path),
  },
  {
    section: "Batch imports keep good rows",
    ofPlace: ({ path, ours, v1 }) =>
      (/^batch_jobs?(\[\])?\.result\.(rows|progress|refused_count)$/.test(path) && v1 === undefined) ||
      (/^batch_jobs?(\[\])?\.result\.files(\.\w+)?$/.test(path) && ours === undefined),
  },
  {
    section: "Files of batch jobs",
    ofPlace: ({ path, ours, v1, within }) =>
      /^\[\]\.Sales Channel \d+ Id$/.test(path) ||
      // The columns of the rows that are written, not of those at the preparation.
      /^batch_jobs?(\[\])?\.context\.shape\./.test(path) ||
      (/^\[\]\.(Price|Option|Image|Sales Channel|Product Category) /.test(path) &&
        (v1 === undefined || (ours === undefined && v1 === ""))) ||
      (within !== undefined && areSameInOtherOrder(path, within)),
  },
  {
    section: "A link leads to a file",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/uploads/download-url" && ours.status === 404 && v1.status === 200,
  },
  {
    section: "An upload has files",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/uploads/.test(pathOf(request)) &&
      ours.status === 400 &&
      v1.status === 200 &&
      request.files?.length === 0,
  },
  {
    section: "Batch jobs show what is asked for",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      (path === "batch_jobs[].dry_run" && v1 === false) ||
      (request.query?.["fields"] !== undefined && ours === undefined && path === "batch_jobs[].status"),
  },
];
