// Where v1's answers differ from the common shape. This file imports nothing.

/** v1 answers the creation of a batch job with 201 instead of 200. */
export const createdJobStatus = 201;

/** v1's message has a line break and more spaces than it needs. */
export const productImportMessage = (operations: Readonly<Record<string, number>>) =>
  `There will be ${operations.PRODUCT_CREATE} products created (${operations.PRODUCT_UPDATE}  updated).\n` +
  `             ${operations.VARIANT_CREATE} variants will be created and ${operations.VARIANT_UPDATE} updated`;

/** The order of the columns in v1's product files, after "Product" and "Variant". Other columns follow. */
export const productFileOrder = [
  ...["Id", "Handle", "Title", "Subtitle", "Description", "Status", "Thumbnail", "Weight", "Length", "Width"],
  ...["Height", "HS Code", "Origin Country", "MID Code", "Material", "Collection Title", "Collection Handle"],
  ...["Type", "Tags", "Discountable", "External Id", "Profile Name", "Profile Type"],
];
export const variantFileOrder = [
  ...["Id", "Title", "SKU", "Barcode", "Inventory Quantity", "Allow Backorder", "Manage Inventory", "Weight"],
  ...["Length", "Width", "Height"],
];

export function inFileOrder<Column extends { csv: string }>(
  columns: readonly Column[],
  order: readonly string[],
): Column[] {
  const placeOf = ({ csv }: Column) => (order.includes(csv) ? order.indexOf(csv) : order.length);
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** v1 lists the intermediate files of an import in `result.files`; there are none here. */
export const intermediateFiles = {};
