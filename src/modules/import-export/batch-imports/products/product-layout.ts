import type { DeclaredFields } from "../../../../graph/custom-fields/declared-fields.ts";
import type { Entity } from "../../../../graph/entity.ts";
import { csvColumns } from "../../../../graph/written-row.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { product, productVariant } from "../../../catalogue/products/index.ts";
import type { NamedLocation } from "../../../stock/inventory/index.ts";
import { inFileOrder, productFileOrder, variantFileOrder } from "../../v1-shapes.ts";
import { cellReader, type ReadCell } from "../csv/cells.ts";
import { type Header, type Market, type PriceColumn, priceColumnOf, unknownColumn } from "../csv/columns.ts";
import { FieldColumns } from "./imported-fields.ts";
import { type StockColumn, stockColumnOf } from "./located-stock.ts";
import { isPresentationColumn } from "./presentation-columns.ts";

/** A column that is a field of the product or of the variant. */
export interface FieldColumn {
  name: string;
  field: string;
  read: ReadCell<unknown>;
  /** An empty cell leaves the field unchanged. */
  isRequired?: boolean;
}

const fieldColumns = (prefix: string, entity: Entity, order: readonly string[]): FieldColumn[] =>
  inFileOrder(csvColumns(entity), order).map((column) => ({
    name: `${prefix} ${column.csv}`,
    field: column.field,
    read: cellReader(column),
    isRequired: !column.nullable,
  }));

const productFields = fieldColumns("Product", product, productFileOrder);
const variantFields = fieldColumns("Variant", productVariant, variantFileOrder);

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
  stock: readonly StockColumn[];
  /** Fields of the shop. */
  custom: FieldColumns;
}

/** What columns may refer to. */
export interface ProductMarket extends Market {
  locations: readonly NamedLocation[];
  fields: DeclaredFields;
}

export function productLayout(header: Header, market: ProductMarket): ProductLayout {
  header.require("Product Handle");
  const present = ({ name }: FieldColumn) => header.has(name);
  const layout = {
    header,
    product: productFields.filter(present),
    variant: variantFields.filter(present),
    prices: [] as PriceColumn[],
    stock: [] as StockColumn[],
    custom: new FieldColumns(market.fields, header),
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
    if (fixed.has(name) || isPresentationColumn(name) || addNumbered(layout, name)) continue;
    if (layout.custom.has(name)) continue;
    const stock = stockColumnOf(name, market.locations);
    const price = stock ? null : priceColumnOf(name, market);
    if (stock) layout.stock.push(stock);
    else if (price) layout.prices.push(price);
    else throw unknownColumn(name);
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
