import { invalid } from "../../../../kernel/refusal.ts";
import type { ProductFields, VariantFields } from "../../../catalogue/products/index.ts";
import { shown } from "../csv/cells.ts";
import type { PriceColumn } from "../csv/price-columns.ts";
import { amountsOf } from "../csv/price-columns.ts";
import type { FieldColumn, ProductLayout } from "./product-layout.ts";

type Cells = readonly string[];

/** A thing that a product names in one of several ways. */
export interface Named {
  id?: string;
  handle?: string;
  name?: string;
}

/**
 * The part of a row that is about the product. What has no column is absent and stays as it is; of what the product
 * belongs to, so does an empty cell.
 */
export interface ProductPart {
  id: string;
  handle: string;
  fields: ProductFields;
  collection?: Named;
  type?: string;
  tags?: string[];
  images?: string[];
  channels?: Named[];
  categories?: Named[];
}

/** The part of a row that is about a variant. */
export interface VariantPart {
  id: string;
  fields: VariantFields;
  values: { name: string; value: string }[];
  prices: { column: PriceColumn; amount: number | null }[];
}

// An index takes no key of any length.
const LONGEST_HANDLE = 250;
const LONGEST_VALUE = 255;

export const handleOf = ({ header }: ProductLayout, cells: Cells): string =>
  header.cell(cells, "Product Handle").trim();

export const productIdOf = ({ header }: ProductLayout, cells: Cells): string =>
  header.cell(cells, "Product Id").trim();

export function productPart(layout: ProductLayout, cells: Cells): ProductPart {
  const { header } = layout;
  const handle = handleOf(layout, cells);
  if (handle === "") throw invalid("Product Handle is required");
  if (handle.length > LONGEST_HANDLE) throw tooLong("Product Handle", LONGEST_HANDLE);
  const of = (name: string) => header.cell(cells, name).trim();
  const part: ProductPart = {
    id: productIdOf(layout, cells),
    handle,
    fields: fieldsOf(layout.product, layout, cells) as ProductFields,
  };
  const collection = named({
    handle: of("Product Collection Handle"),
    name: of("Product Collection Title"),
  });
  const type = short("Product Type", header.cell(cells, "Product Type"));
  const tags = tagsOf(header.cell(cells, "Product Tags"));
  if (collection) part.collection = collection;
  if (type !== "") part.type = type;
  if (tags.length > 0) part.tags = tags;
  return { ...part, ...listsOf(layout, of, part.fields) };
}

/** Things of which a product has several, each in columns with a number. */
function listsOf(
  layout: ProductLayout,
  of: (name: string) => string,
  { thumbnail }: ProductFields,
): Pick<ProductPart, "images" | "channels" | "categories"> {
  const lists: Pick<ProductPart, "images" | "channels" | "categories"> = {};
  const images = [...new Set(layout.images.flatMap((number) => of(`Image ${number} Url`) || []))];
  if (images.some((url) => url.length > 10_000)) throw tooLong("Image Url", 10_000);
  // Only a row that takes away the thumbnail, too, means a product without pictures.
  const takesPicturesAway = layout.images.length > 0 && thumbnail === null;
  if (images.length > 0 || takesPicturesAway) lists.images = images;
  const channels = layout.channels.flatMap(
    (number) =>
      named({ id: of(`Sales Channel ${number} Id`), name: of(`Sales Channel ${number} Name`) }) ?? [],
  );
  if (channels.length > 0) lists.channels = channels;
  const categories = layout.categories.flatMap(
    (number) =>
      named({
        handle: of(`Product Category ${number} Handle`),
        name: of(`Product Category ${number} Name`),
      }) ?? [],
  );
  if (categories.length > 0) lists.categories = categories;
  return lists;
}

/** Null for a row of a product without variants. */
export function variantPart(layout: ProductLayout, cells: Cells): VariantPart | null {
  const { header } = layout;
  const fields = fieldsOf(layout.variant, layout, cells) as VariantFields;
  const values = layout.options.flatMap((number) => {
    const name = short("Option Name", header.cell(cells, `Option ${number} Name`)).trim();
    const value = short("Option Value", header.cell(cells, `Option ${number} Value`));
    if (name === "" && value !== "") throw invalid(`Option ${number} Name is required`);
    return value === "" ? [] : { name, value };
  });
  const id = header.cell(cells, "Variant Id").trim();
  const prices = amountsOf(header, layout.prices, cells);
  const isNamed = id !== "" || fields.title !== undefined || Boolean(fields.sku) || Boolean(fields.barcode);
  if (!isNamed && values.length === 0 && prices.every(({ amount }) => amount === null)) return null;
  return { id, fields, values, prices };
}

/** The options that a row names, also those without a value. */
export const optionNamesOf = ({ header, options }: ProductLayout, cells: Cells): string[] =>
  options.flatMap((number) => header.cell(cells, `Option ${number} Name`).trim() || []);

function fieldsOf(columns: readonly FieldColumn[], { header }: ProductLayout, cells: Cells): object {
  const fields: Record<string, unknown> = {};
  for (const { name, field, read, isRequired } of columns) {
    const value = read(header.cell(cells, name), name);
    if (value !== null || !isRequired) fields[field] = value;
  }
  return fields;
}

/** As the export joins them. */
export const tagsOf = (cell: string): string[] => [
  ...new Set(cell.split(",").flatMap((tag) => short("Product Tags", tag.trim()) || [])),
];

function named(by: Named): Named | null {
  const given = Object.entries(by).filter(([, value]) => value !== "");
  return given.length === 0 ? null : Object.fromEntries(given);
}

function short(column: string, value: string): string {
  if (value.length > LONGEST_VALUE) throw tooLong(column, LONGEST_VALUE);
  return value;
}

const tooLong = (column: string, longest: number) =>
  invalid(`${column} must not have more than ${longest} characters`);

export const nameOf = ({ id, handle, name }: Named): string => shown(id ?? handle ?? name ?? "");
