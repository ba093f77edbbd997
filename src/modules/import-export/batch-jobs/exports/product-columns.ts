import type { Row } from "../../../../graph/graph.ts";
import type { CsvColumn } from "./csv.ts";
import { decimalOf } from "./decimal.ts";
import { isInColumn, ownPrices, type PriceColumn, type ProductShape } from "./product-shape.ts";

/** A variant with its product; a product without variants has a line all the same. */
export interface ProductLine {
  product: Row;
  variant: Row | null;
}

type Columns = CsvColumn<ProductLine>[];

export const productLines = (product: Row): ProductLine[] => {
  const variants = product["variants"] as Row[];
  return variants.length === 0
    ? [{ product, variant: null }]
    : variants.map((variant) => ({ product, variant }));
};

const ofProduct = (columns: [name: string, field: string][]): Columns =>
  columns.map(([name, field]) => ({ name: `Product ${name}`, value: ({ product }) => product[field] }));

const ofVariant = (columns: [name: string, field: string][]): Columns =>
  columns.map(([name, field]) => ({ name: `Variant ${name}`, value: ({ variant }) => variant?.[field] }));

/** A field of something that the product belongs to. */
const through = (relation: string, name: string, field: string): CsvColumn<ProductLine> => ({
  name: `Product ${name}`,
  value: ({ product }) => ([product[relation]].flat()[0] as Row | null | undefined)?.[field],
});

const measures: [string, string][] = [
  ["Weight", "weight"],
  ["Length", "length"],
  ["Width", "width"],
  ["Height", "height"],
  ["HS Code", "hs_code"],
  ["Origin Country", "origin_country"],
  ["MID Code", "mid_code"],
  ["Material", "material"],
];

const fixed: Columns = [
  ...ofProduct([
    ["Id", "id"],
    ["Handle", "handle"],
    ["Title", "title"],
    ["Subtitle", "subtitle"],
    ["Description", "description"],
    ["Status", "status"],
    ["Thumbnail", "thumbnail"],
    ...measures,
  ]),
  through("collection", "Collection Title", "title"),
  through("collection", "Collection Handle", "handle"),
  through("type", "Type", "value"),
  {
    name: "Product Tags",
    value: ({ product }) => (product["tags"] as { value: string }[]).map(({ value }) => value).join(","),
  },
  ...ofProduct([
    ["Discountable", "discountable"],
    ["External Id", "external_id"],
  ]),
  through("profiles", "Profile Name", "name"),
  through("profiles", "Profile Type", "type"),
  ...ofVariant([
    ["Id", "id"],
    ["Title", "title"],
    ["SKU", "sku"],
    ["Barcode", "barcode"],
    ["Inventory Quantity", "inventory_quantity"],
    ["Allow Backorder", "allow_backorder"],
    ["Manage Inventory", "manage_inventory"],
    ...measures,
  ]),
];

const priceName = ({ region, currency_code }: PriceColumn) =>
  region
    ? `Price ${region.name} [${region.currency_code.toUpperCase()}]`
    : `Price ${currency_code.toUpperCase()}`;

const priced = (column: PriceColumn): CsvColumn<ProductLine> => ({
  name: priceName(column),
  value: ({ variant }) => {
    if (!variant) return "";
    const prices = ownPrices(variant).filter((price) => isInColumn(price, column));
    // Of prices for several quantities, the one for a single piece.
    const [price] = prices.sort((a, b) => (a.min_quantity ?? 0) - (b.min_quantity ?? 0));
    return price && decimalOf(price.amount, price.currency_code);
  },
});

/** `Image 1 Url`, `Image 2 Url`, … */
const numbered = (count: number, columnsAt: (index: number, number: number) => Columns): Columns =>
  Array.from({ length: count }, (_, index) => columnsAt(index, index + 1)).flat();

const optionColumns = (index: number, number: number): Columns => {
  const optionOf = ({ product }: ProductLine) => (product["options"] as Row[])[index];
  return [
    { name: `Option ${number} Name`, value: (line) => optionOf(line)?.["title"] },
    {
      name: `Option ${number} Value`,
      value: (line) => {
        const option = optionOf(line);
        const values = (line.variant?.["options"] ?? []) as Row[];
        return option && values.find((value) => value["option_id"] === option["id"])?.["value"];
      },
    },
  ];
};

/** Fields of the things of a kind that a product has several of. */
const listed =
  (relation: string, label: string, fields: [name: string, field: string][]) =>
  (index: number, number: number): Columns =>
    fields.map(([name, field]) => ({
      name: `${label} ${number} ${name}`,
      value: ({ product }) => (product[relation] as Row[])[index]?.[field],
    }));

const imageColumns = listed("images", "Image", [["Url", "url"]]);
const channelColumns = listed("sales_channels", "Sales Channel", [
  ["Id", "id"],
  ["Name", "name"],
  ["Description", "description"],
]);
const categoryColumns = listed("categories", "Product Category", [
  ["Handle", "handle"],
  ["Name", "name"],
  ["Description", "description"],
]);

export const productColumns = (shape: ProductShape): Columns => [
  ...fixed,
  ...shape.prices.map(priced),
  ...numbered(shape.dynamicOptionColumnCount, optionColumns),
  ...numbered(shape.dynamicImageColumnCount, imageColumns),
  ...numbered(shape.dynamicSalesChannelsColumnCount, channelColumns),
  ...numbered(shape.dynamicProductCategoriesColumnCount, categoryColumns),
];
