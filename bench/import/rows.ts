import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const columns = [
  "Product Handle",
  "Product Title",
  "Product Description",
  "Product Status",
  "Product Type",
  "Product Tags",
  "Variant Title",
  "Variant SKU",
  "Variant Barcode",
  "Variant Inventory Quantity",
  "Price USD",
  "Price EUR",
  "Option 1 Name",
  "Option 1 Value",
  "Image 1 Url",
];

/** So many rows: products with two variants, two prices each, a type, two tags and a picture. */
function* lines(rows: number): Generator<string> {
  yield `${columns.join(";")}\r\n`;
  for (let row = 0; row < rows; row++) {
    const product = Math.floor(row / 2);
    const size = row % 2 === 0 ? "S" : "L";
    const cells = [
      `bench-${product}`,
      `Product ${product}`,
      `"The description of product ${product}; a sentence or two,\nas shops write them."`,
      "published",
      `Type ${product % 20}`,
      `"tag ${product % 50},tag ${product % 7}"`,
      size,
      `bench-${product}-${size}`,
      `b${row}`,
      row % 100,
      `${10 + (row % 50)}.50`,
      `${9 + (row % 50)}.25`,
      "Size",
      size,
      `https://example.com/pictures/${product}.png`,
    ];
    yield `${cells.join(";")}\r\n`;
  }
}

export const writeRows = (path: string, rows: number): Promise<void> =>
  pipeline(Readable.from(lines(rows)), createWriteStream(path));
