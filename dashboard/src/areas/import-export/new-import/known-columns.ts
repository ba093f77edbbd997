import type { ImportType } from "../../../data/import-export/import-types.ts";

const measures = (of: string) =>
  ["Weight", "Length", "Width", "Height", "HS Code", "Origin Country", "MID Code", "Material"].map(
    (name) => `${of} ${name}`,
  );

const COLUMNS: Record<ImportType, readonly string[]> = {
  "product-import": [
    "Product Handle",
    "Product Title",
    "Product Id",
    "Product Subtitle",
    "Product Description",
    "Product Status",
    "Product Thumbnail",
    ...measures("Product"),
    "Product Collection Title",
    "Product Collection Handle",
    "Product Type",
    "Product Tags",
    "Product Discountable",
    "Product External Id",
    "Product Profile Name",
    "Product Profile Type",
    "Product SEO Title",
    "Product SEO Description",
    "Product Rich Description",
    "Variant Id",
    "Variant Title",
    "Variant SKU",
    "Variant Barcode",
    "Variant Inventory Quantity",
    "Variant Allow Backorder",
    "Variant Manage Inventory",
    "Variant Image Url",
    ...measures("Variant"),
    ...[1, 2, 3].flatMap((number) => [`Option ${number} Name`, `Option ${number} Value`]),
    ...[1, 2, 3].flatMap((number) => [`Image ${number} Url`, `Image ${number} Alt`]),
    ...[1, 2].flatMap((number) => [`Sales Channel ${number} Id`, `Sales Channel ${number} Name`]),
    ...[1, 2].flatMap((number) => [`Product Category ${number} Handle`, `Product Category ${number} Name`]),
  ],
  "customer-import": [
    "Email",
    "Customer Id",
    "First Name",
    "Last Name",
    "Phone",
    "Groups",
    "Has Account",
    "Addresses",
    "Created At",
  ],
  "price-list-import": ["SKU", "Product Variant ID"],
};

/** Columns that may be there any number of times. */
const NUMBERED =
  /^(Option \d+ (Name|Value)|Image \d+ (Url|Alt)|Sales Channel \d+ (Id|Name|Description)|Product Category \d+ (Handle|Name|Description))$/;

/** At least one of them must be in the file. */
export const REQUIRED: Record<ImportType, readonly string[]> = {
  "product-import": ["Product Handle"],
  "customer-import": ["Email"],
  "price-list-import": ["SKU", "Product Variant ID"],
};

/** Columns that depend on the shop. */
interface ShopColumns {
  prices: readonly string[];
  /** Of the locations: `Stock Quay warehouse`. */
  stock: readonly string[];
  /** Of the fields that the shop has declared: `Product Field material`. */
  fields: readonly string[];
}

/** The columns of the fields that the shop has declared, as exports write them. */
export const fieldColumns = (of: "Product" | "Variant", names: readonly { name: string }[]) =>
  names.map(({ name }) => `${of} Field ${name}`);

export function columnsOf(type: ImportType, { prices, stock, fields }: ShopColumns): readonly string[] {
  if (type === "customer-import") return COLUMNS[type];
  return [...COLUMNS[type], ...prices, ...(type === "product-import" ? [...stock, ...fields] : [])];
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const SYNONYMS: Record<string, string> = {
  name: "title",
  stock: "inventoryquantity",
  quantity: "inventoryquantity",
  ean: "barcode",
  gtin: "barcode",
  mail: "email",
  emailaddress: "email",
  firstname: "firstname",
  surname: "lastname",
  telephone: "phone",
  picture: "image1url",
  image: "image1url",
  collection: "collectiontitle",
};

/** A column named `Material` is the product's own one before it is a field of the shop. */
const PREFIXES = ["product", "variant", "price", "productfield", "variantfield"];

/** What a column of the file is for: the known column with its name, or one that its name seems to mean; null for none. */
export function guessOf(name: string, known: readonly string[]): string | null {
  if (known.includes(name) || NUMBERED.test(name)) return name;
  const wanted = plain(name);
  if (wanted === "") return null;
  const meanings = [wanted, SYNONYMS[wanted]].filter((each) => each !== undefined);
  const named = (test: (column: string, meaning: string) => boolean) =>
    known.find((column) => meanings.some((meaning) => test(plain(column), meaning)));
  return (
    named((column, meaning) => column === meaning) ??
    named((column, meaning) => PREFIXES.some((prefix) => column === prefix + meaning)) ??
    null
  );
}

/** What a file with these columns is for: the import that knows most of them and misses none it needs; undefined for none. */
export function typeOf(header: readonly string[], types: readonly ImportType[]): ImportType | undefined {
  const fits = types.map((type) => {
    const found = header.map((name) => guessOf(name, COLUMNS[type])).filter((name) => name !== null);
    return { type, count: found.length, isComplete: REQUIRED[type].some((name) => found.includes(name)) };
  });
  return fits.filter(({ isComplete }) => isComplete).toSorted((one, other) => other.count - one.count)[0]
    ?.type;
}
