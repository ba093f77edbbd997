import { makeShop, type Shop } from "../checkout/shop.ts";
import type { LoadClient } from "../support/client.ts";

export const PRODUCTS = 1_000;
const SIZES = ["S", "M", "L"];
const TAGS = ["outdoor", "wool", "new", "sale"];

/** Both get the same products under the same names: what they answer can then be compared. */
export async function makeComparedShop(admin: LoadClient): Promise<Shop> {
  const { collection } = await admin.post("/admin/collections", { title: "Autumn" });
  const products = Array.from({ length: PRODUCTS }, (_, index) => productFor(index + 1, collection.id));
  return makeShop(admin, { run: "of both", products });
}

const productFor = (number: number, collectionId: string) => ({
  title: `Benchmark ${number}`,
  subtitle: "Made for being looked at",
  description: "Warm, light and made to last. Wash it by hand, dry it in the shade, and wear it for years.",
  status: "published",
  collection_id: collectionId,
  weight: 400,
  material: "Wool",
  thumbnail: pictureOf(number, 1),
  images: [pictureOf(number, 1), pictureOf(number, 2)],
  tags: [{ value: TAGS[number % TAGS.length] }, { value: `tag ${number % 10}` }],
  options: [{ title: "Size" }],
  variants: SIZES.map((size) => ({
    title: size,
    sku: `BENCH-${number}-${size}`,
    options: [{ value: size }],
    // No run is so long that it sells out.
    inventory_quantity: 1_000_000_000,
    prices: [
      { currency_code: "usd", amount: 1995 + number },
      { currency_code: "eur", amount: 1895 + number },
    ],
  })),
});

const pictureOf = (number: number, side: number) => `https://example.com/pictures/${number}-${side}.jpg`;
