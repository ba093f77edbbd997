import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { productStatuses } from "../../../catalogue/products/index.ts";
import { booleanOf, enumOf, integerOf, type ReadCell, textOf } from "../csv/cells.ts";
import { type Header, type Market, type PriceColumn, priceColumnOf, unknownColumn } from "../csv/columns.ts";

/** A column that is a field of the product or of the variant. */
export interface FieldColumn {
  name: string;
  field: string;
  read: ReadCell<unknown>;
  /** An empty cell leaves the field unchanged. */
  isRequired?: boolean;
}

const text = textOf();
const integer = integerOf();

const measures = (of: string): FieldColumn[] => [
  { name: `${of} Weight`, field: "weight", read: integer },
  { name: `${of} Length`, field: "length", read: integer },
  { name: `${of} Width`, field: "width", read: integer },
  { name: `${of} Height`, field: "height", read: integer },
  { name: `${of} HS Code`, field: "hs_code", read: text },
  { name: `${of} Origin Country`, field: "origin_country", read: text },
  { name: `${of} MID Code`, field: "mid_code", read: text },
  { name: `${of} Material`, field: "material", read: text },
];

const productFields: FieldColumn[] = [
  { name: "Product Title", field: "title", read: textOf(500), isRequired: true },
  { name: "Product Subtitle", field: "subtitle", read: textOf(1_000) },
  { name: "Product Description", field: "description", read: textOf(100_000) },
  { name: "Product Status", field: "status", read: enumOf(productStatuses), isRequired: true },
  { name: "Product Thumbnail", field: "thumbnail", read: textOf(10_000) },
  ...measures("Product"),
  { name: "Product Discountable", field: "discountable", read: booleanOf, isRequired: true },
  { name: "Product External Id", field: "external_id", read: text },
];

const variantFields: FieldColumn[] = [
  { name: "Variant Title", field: "title", read: textOf(500), isRequired: true },
  { name: "Variant SKU", field: "sku", read: text },
  { name: "Variant Barcode", field: "barcode", read: text },
  {
    name: "Variant Inventory Quantity",
    field: "inventory_quantity",
    read: integerOf(-MAX_AMOUNT),
    isRequired: true,
  },
  { name: "Variant Allow Backorder", field: "allow_backorder", read: booleanOf, isRequired: true },
  { name: "Variant Manage Inventory", field: "manage_inventory", read: booleanOf, isRequired: true },
  ...measures("Variant"),
];

/** Columns with their own parsing. Profile columns are ignored: a new product gets the default profile. */
const specialColumns = [
  "Product Id",
  "Product Handle",
  "Product Collection Title",
  "Product Collection Handle",
  "Product Type",
  "Product Tags",
  "Product Profile Name",
  "Product Profile Type",
  "Variant Id",
];

const numberedColumns = {
  options: /^Option (\d+) (?:Name|Value)$/,
  images: /^Image (\d+) Url$/,
  channels: /^Sales Channel (\d+) (?:Id|Name|Description)$/,
  categories: /^Product Category (\d+) (?:Handle|Name|Description)$/,
};

type NumberedKind = keyof typeof numberedColumns;

/** The columns of a product file. */
export interface ProductLayout extends Record<NumberedKind, readonly number[]> {
  header: Header;
  product: readonly FieldColumn[];
  variant: readonly FieldColumn[];
  prices: readonly PriceColumn[];
}

export function productLayout(header: Header, market: Market): ProductLayout {
  header.require("Product Handle");
  const present = ({ name }: FieldColumn) => header.has(name);
  const layout = {
    header,
    product: productFields.filter(present),
    variant: variantFields.filter(present),
    prices: [] as PriceColumn[],
    options: [] as number[],
    images: [] as number[],
    channels: [] as number[],
    categories: [] as number[],
  };
  const fixed = new Set([
    ...specialColumns,
    ...productFields.map(({ name }) => name),
    ...variantFields.map(({ name }) => name),
  ]);
  for (const name of header.names) {
    if (fixed.has(name) || addNumbered(layout, name)) continue;
    const price = priceColumnOf(name, market);
    if (!price) throw unknownColumn(name);
    layout.prices.push(price);
  }
  return layout;
}

function addNumbered(layout: Record<NumberedKind, number[]> & { header: Header }, name: string): boolean {
  for (const kind of Object.keys(numberedColumns) as NumberedKind[]) {
    const number = Number(numberedColumns[kind].exec(name)?.[1]);
    if (Number.isNaN(number)) continue;
    if (kind === "options") requireBoth(layout.header, number);
    if (!layout[kind].includes(number)) layout[kind].push(number);
    layout[kind].sort((a, b) => a - b);
    return true;
  }
  return false;
}

function requireBoth(header: Header, number: number): void {
  for (const name of [`Option ${number} Name`, `Option ${number} Value`]) {
    if (!header.has(name)) throw invalid(`The file has no column "${name}"`);
  }
}
