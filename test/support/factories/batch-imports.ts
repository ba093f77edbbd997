import { stringify } from "csv-stringify/sync";
import type { TestShop } from "../fixtures/shop.ts";
import { aJob, endedJob, jobThatIs, type ShownJob } from "./batch-jobs.ts";
import { type FileToSend, uploaded } from "./uploads.ts";

export type CsvLine = Record<string, unknown>;

/** A file with a column for each key that any of the lines has. */
export function csv(lines: CsvLine[], { delimiter = ";", bom = false } = {}): string {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  return stringify(lines, { header: true, columns, delimiter, bom, cast: { boolean: String } });
}

export const aFileOf = async (shop: TestShop, content: FileToSend["content"]): Promise<string> =>
  (await uploaded(shop, { name: "import.csv", content, type: "text/csv" }, "/admin/uploads/protected")).key;

/** Runs an import to its end. */
export async function imported(
  shop: TestShop,
  content: FileToSend["content"],
  { type = "product-import", context = {} }: { type?: string; context?: Record<string, unknown> } = {},
): Promise<ShownJob> {
  const { id } = await aJob(shop, type, { fileKey: await aFileOf(shop, content), ...context });
  return endedJob(shop, id);
}

/** Runs the dry run of an import; the job then waits for confirmation. */
export async function rehearsed(
  shop: TestShop,
  content: FileToSend["content"],
  { type = "product-import", context = {} }: { type?: string; context?: Record<string, unknown> } = {},
): Promise<ShownJob> {
  const { id } = await aJob(shop, type, { fileKey: await aFileOf(shop, content), ...context }, true);
  return jobThatIs(shop, id, "pre_processed", "failed");
}

export async function confirmed(shop: TestShop, id: string): Promise<ShownJob> {
  await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
  return endedJob(shop, id);
}

/** A variant of a product, in the columns of the export. */
export const aLine = (handle: string, details: CsvLine = {}): CsvLine => ({
  "Product Handle": handle,
  "Product Title": `Product ${handle}`,
  "Product Status": "published",
  "Variant Title": "One",
  "Variant SKU": `${handle}-1`,
  "Variant Inventory Quantity": 5,
  "Price USD": "10.5",
  "Option 1 Name": "Size",
  "Option 1 Value": "One",
  ...details,
});
