import { invalid } from "../../../../kernel/refusal.ts";
import type { ProductFields, VariantFields } from "../../../catalogue/products/index.ts";
import { integerOf, shortened } from "../csv/cells.ts";
import { amountsOf, type PriceColumn } from "../csv/columns.ts";
import type { RowStock } from "./located-stock.ts";
import type { FieldColumn, ProductLayout } from "./product-layout.ts";

type Cells = readonly string[];

/** A reference to another entity by id, handle or name. */
export interface EntityName {
  id?: string;
  handle?: string;
  name?: string;
}

/**
 * The product data of a row. Fields without a column are absent and stay unchanged; so do references with an empty cell.
 */
export interface ProductData {
  id: string;
  handle: string;
  fields: ProductFields;
  collection?: EntityName;
  type?: string;
  tags?: string[];
  images?: string[];
  channels?: EntityName[];
  categories?: EntityName[];
}

/** The variant data of a row. */
export interface VariantData {
  id: string;
  fields: VariantFields;
  values: { name: string; value: string }[];
  prices: { column: PriceColumn; amount: number | null }[];
  /** The stock at locations; cells that are empty change nothing. */
  stock: RowStock["cells"];
}

// PostgreSQL limits the length of indexed values.
const MAX_HANDLE_LENGTH = 250;
const MAX_VALUE_LENGTH = 255;

export const handleOf = ({ header }: ProductLayout, cells: Cells): string =>
  header.cell(cells, "Product Handle").trim();

export const productIdOf = ({ header }: ProductLayout, cells: Cells): string =>
  header.cell(cells, "Product Id").trim();

export function readProduct(layout: ProductLayout, cells: Cells): ProductData {
  const { header } = layout;
  const handle = handleOf(layout, cells);
  if (handle === "") throw invalid("Product Handle is required");
  if (handle.length > MAX_HANDLE_LENGTH) throw tooLong("Product Handle", MAX_HANDLE_LENGTH);
  const of = (name: string) => header.cell(cells, name).trim();
  const data: ProductData = {
    id: productIdOf(layout, cells),
    handle,
    fields: fieldsOf(layout.product, layout, cells) as ProductFields,
  };
  const collection = entityName({
    handle: of("Product Collection Handle"),
    name: of("Product Collection Title"),
  });
  const type = checkedLength("Product Type", header.cell(cells, "Product Type"));
  const tags = tagsOf(header.cell(cells, "Product Tags"));
  if (collection) data.collection = collection;
  if (type !== "") data.type = type;
  if (tags.length > 0) data.tags = tags;
  return { ...data, ...listsOf(layout, of, data.fields) };
}

/** The lists of a product, in numbered columns. */
function listsOf(
  layout: ProductLayout,
  of: (name: string) => string,
  { thumbnail }: ProductFields,
): Pick<ProductData, "images" | "channels" | "categories"> {
  const lists: Pick<ProductData, "images" | "channels" | "categories"> = {};
  const images = [...new Set(layout.images.flatMap((number) => of(`Image ${number} Url`) || []))];
  if (images.some((url) => url.length > 10_000)) throw tooLong("Image Url", 10_000);
  // Images are removed only if the row also clears the thumbnail.
  const removesImages = layout.images.length > 0 && thumbnail === null;
  if (images.length > 0 || removesImages) lists.images = images;
  const channels = layout.channels.flatMap(
    (number) =>
      entityName({ id: of(`Sales Channel ${number} Id`), name: of(`Sales Channel ${number} Name`) }) ?? [],
  );
  if (channels.length > 0) lists.channels = channels;
  const categories = layout.categories.flatMap(
    (number) =>
      entityName({
        handle: of(`Product Category ${number} Handle`),
        name: of(`Product Category ${number} Name`),
      }) ?? [],
  );
  if (categories.length > 0) lists.categories = categories;
  return lists;
}

const readQuantity = integerOf();

/** Null for a row of a product without variants. */
export function readVariant(layout: ProductLayout, cells: Cells): VariantData | null {
  const { header } = layout;
  const fields = fieldsOf(layout.variant, layout, cells) as VariantFields;
  const values = layout.options.flatMap((number) => {
    const name = checkedLength("Option Name", header.cell(cells, `Option ${number} Name`)).trim();
    const value = checkedLength("Option Value", header.cell(cells, `Option ${number} Value`));
    if (name === "" && value !== "") throw invalid(`Option ${number} Name is required`);
    return value === "" ? [] : { name, value };
  });
  const id = header.cell(cells, "Variant Id").trim();
  const prices = amountsOf(header, layout.prices, cells);
  const stock = layout.stock.flatMap((column) => {
    const quantity = readQuantity(header.cell(cells, column.name), column.name);
    return quantity === null ? [] : { column, quantity };
  });
  const isNamed = id !== "" || fields.title !== undefined || Boolean(fields.sku) || Boolean(fields.barcode);
  if (!isNamed && values.length === 0 && prices.every(({ amount }) => amount === null)) return null;
  return { id, fields, values, prices, stock };
}

/** The option names of a row, including options without a value. */
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

/** The tags are separated by commas, as in the export. */
export const tagsOf = (cell: string): string[] => [
  ...new Set(cell.split(",").flatMap((tag) => checkedLength("Product Tags", tag.trim()) || [])),
];

function entityName(by: EntityName): EntityName | null {
  const given = Object.entries(by).filter(([, value]) => value !== "");
  return given.length === 0 ? null : Object.fromEntries(given);
}

function checkedLength(column: string, value: string): string {
  if (value.length > MAX_VALUE_LENGTH) throw tooLong(column, MAX_VALUE_LENGTH);
  return value;
}

const tooLong = (column: string, maxLength: number) =>
  invalid(`${column} must not have more than ${maxLength} characters`);

export const nameOf = ({ id, handle, name }: EntityName): string => shortened(id ?? handle ?? name ?? "");
