import { csvColumns } from "../../../../graph/written-row.ts";
import { product, productFilters, productList, productVariant } from "../../../catalogue/products/index.ts";
import { findNamedLocations, type NamedLocation } from "../../../stock/inventory/index.ts";
import { inFileOrder, productFileOrder, variantFileOrder } from "../../v1-shapes.ts";
import { PRODUCT_FIELD, VARIANT_FIELD } from "../field-cells.ts";
import { type CsvColumn, decimalOf } from "./csv.ts";
import { exportType } from "./export-type.ts";
import { withStock } from "./exported-stock.ts";
import { fieldColumns } from "./field-columns.ts";
import {
  exportedProduct,
  isInColumn,
  ownPrices,
  type PriceColumn,
  type ProductRow,
  type ProductShape,
  productOutline,
  relations,
  shapeFor,
  withProduct,
} from "./product-shape.ts";

/** A variant with its product; a product without variants has one line. */
interface ProductLine {
  product: ProductRow;
  variant: VariantRow | null;
}

type VariantRow = ProductRow["variants"][number];

type Columns = CsvColumn<ProductLine>[];

const productLines = (product: ProductRow): ProductLine[] =>
  product.variants.length === 0
    ? [{ product, variant: null }]
    : product.variants.map((variant) => ({ product, variant }));

interface FileColumn {
  /** The name without "Product" or "Variant". */
  csv: string;
  value: CsvColumn<ProductLine>["value"];
}

const withPrefix = (prefix: string, columns: FileColumn[]): Columns =>
  columns.map(({ csv, value }) => ({ name: `${prefix} ${csv}`, value }));

/** A field of the product or of a related entity. */
const ofProduct = (csv: string, read: (product: ProductRow) => unknown): FileColumn => ({
  csv,
  value: ({ product }) => read(product),
});

const ofVariant = (csv: string, field: keyof VariantRow): FileColumn => ({
  csv,
  value: ({ variant }) => variant?.[field],
});

const fixed: Columns = [
  ...withPrefix(
    "Product",
    inFileOrder(
      [
        ofProduct("Id", ({ id }) => id),
        ofProduct("Handle", ({ handle }) => handle),
        ...csvColumns(product).map(({ csv, field }) => ofProduct(csv, (row) => row[field])),
        ofProduct("Collection Title", ({ collection }) => collection?.title),
        ofProduct("Collection Handle", ({ collection }) => collection?.handle),
        ofProduct("Type", ({ type }) => type?.value),
        ofProduct("Tags", ({ tags }) => tags.map(({ value }) => value).join(",")),
        ofProduct("Profile Name", ({ profiles }) => profiles[0]?.name),
        ofProduct("Profile Type", ({ profiles }) => profiles[0]?.type),
      ],
      productFileOrder,
    ),
  ),
  ...withPrefix(
    "Variant",
    inFileOrder(
      [ofVariant("Id", "id"), ...csvColumns(productVariant).map(({ csv, field }) => ofVariant(csv, field))],
      variantFileOrder,
    ),
  ),
];

const priceName = ({ region, currency_code }: PriceColumn) =>
  region
    ? `Price ${region.name} [${region.currency_code.toUpperCase()}]`
    : `Price ${currency_code.toUpperCase()}`;

const priceColumn = (column: PriceColumn): CsvColumn<ProductLine> => ({
  name: priceName(column),
  value: ({ variant }) => {
    if (!variant) return "";
    const prices = ownPrices(variant).filter((price) => isInColumn(price, column));
    // Of prices for several quantities, the one for the smallest quantity.
    const [price] = prices.sort((a, b) => (a.min_quantity ?? 0) - (b.min_quantity ?? 0));
    return price && decimalOf(price.amount, price.currency_code);
  },
});

/** `Image 1 Url`, `Image 2 Url`, … */
const numbered = (count: number, columnsAt: (index: number, number: number) => Columns): Columns =>
  Array.from({ length: count }, (_, index) => columnsAt(index, index + 1)).flat();

const optionColumns = (index: number, number: number): Columns => {
  const optionOf = ({ product }: ProductLine) => product.options[index];
  return [
    { name: `Option ${number} Name`, value: (line) => optionOf(line)?.title },
    {
      name: `Option ${number} Value`,
      value: (line) => {
        const option = optionOf(line);
        return option && line.variant?.options.find(({ option_id }) => option_id === option.id)?.value;
      },
    },
  ];
};

/** Numbered columns for a relation with several entities. */
const relationColumns =
  <Each>(
    label: string,
    listOf: (product: ProductRow) => readonly Each[],
    fields: [name: string, field: keyof Each][],
  ) =>
  (index: number, number: number): Columns =>
    fields.map(([name, field]) => ({
      name: `${label} ${number} ${name}`,
      value: ({ product }) => listOf(product)[index]?.[field],
    }));

const imageColumns = relationColumns("Image", ({ images }) => images, [["Url", "url"]]);
const channelColumns = relationColumns("Sales Channel", ({ sales_channels }) => sales_channels, [
  ["Id", "id"],
  ["Name", "name"],
  ["Description", "description"],
]);
const categoryColumns = relationColumns("Product Category", ({ categories }) => categories, [
  ["Handle", "handle"],
  ["Name", "name"],
  ["Description", "description"],
]);

/** Empty where the variant is not kept. */
const stockColumn = ({ id, name }: NamedLocation): CsvColumn<ProductLine> => ({
  name: `Stock ${name}`,
  value: ({ product, variant }) => variant && product.stock?.get(variant.id)?.[id],
});

type Presentation = NonNullable<ProductRow["presentation"]>;

const ofPresentation = (name: string, read: (presentation: Presentation) => unknown) => ({
  name,
  value: ({ product: { presentation } }: ProductLine) => presentation && read(presentation),
});

/** `Image 1 Alt`, … and what else v1 does not have. */
const presentationColumns = (imageCount: number): Columns => [
  ofPresentation("Product SEO Title", (presentation) => presentation.seo_title),
  ofPresentation("Product SEO Description", (presentation) => presentation.seo_description),
  ofPresentation("Product Rich Description", (presentation) => presentation.rich_description),
  {
    name: "Variant Image Url",
    value: ({ product, variant }) =>
      product.presentation?.variant_images.find(({ variant_id }) => variant_id === variant?.id)?.url,
  },
  ...numbered(imageCount, (index, number) => [
    {
      name: `Image ${number} Alt`,
      value: ({ product: { images, presentation } }) =>
        presentation?.image_texts.find(({ url }) => url === images[index]?.url)?.alt,
    },
  ]),
];

const productColumns = (shape: ProductShape): Columns => [
  ...fixed,
  ...shape.prices.map(priceColumn),
  ...numbered(shape.dynamicOptionColumnCount, optionColumns),
  ...numbered(shape.dynamicImageColumnCount, imageColumns),
  ...numbered(shape.dynamicSalesChannelsColumnCount, channelColumns),
  ...numbered(shape.dynamicProductCategoriesColumnCount, categoryColumns),
  // v1 does not have them.
  ...(shape.locations ?? []).map(stockColumn),
  ...(shape.hasPresentation ? presentationColumns(shape.dynamicImageColumnCount) : []),
];

/** The shape that the scan has stored in the context. */
const shapeIn = ({ shape }: Record<string, unknown>) => shape as ProductShape;

/** One line for each variant. */
export const productExport = exportType({
  noun: "product",
  permission: "products:read",
  entity: product,
  list: productList,
  filtersOf: productFilters,
  relations,
  read: async ({ db, graph }, request) => withStock(db, await graph.rows(exportedProduct, request)),
  lines: productLines,
  columns: (_, context, { graph }) => [
    ...productColumns(shapeIn(context)),
    ...fieldColumns<ProductLine>(graph.registry.fields, {
      entity: "product",
      prefix: PRODUCT_FIELD,
      rowOf: (line) => line.product,
    }),
    ...fieldColumns<ProductLine>(graph.registry.fields, {
      entity: "variant",
      prefix: VARIANT_FIELD,
      rowOf: (line) => line.variant,
    }),
  ],
  scan: {
    read: ({ graph }, request) => graph.rows(productOutline, request),
    initial: async ({ db }) => ({ shape: shapeFor(await findNamedLocations(db)) }),
    withRow: (scanned, row) => ({ shape: withProduct(shapeIn(scanned), row) }),
  },
});
