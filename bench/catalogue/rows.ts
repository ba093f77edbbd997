/** A made-up catalogue: every row follows from its number, so that each run has the same one. */
const adjectives =
  "amber bold calm coastal deep early faded gentle hardy ivory jolly keen light mellow northern oaken pale quiet rough salty tidal upper velvet warm young zesty".split(
    " ",
  );
const nouns =
  "anchor blanket compass dinghy ensign flask galley hammock island jacket kettle lantern mug net oar parka quilt rope sextant tent umbrella vest whistle yoke zipper".split(
    " ",
  );
const places =
  "Aarhus Bergen Cork Dover Esbjerg Falmouth Galway Hull Inverness Jersey Kiel Lisbon Malmo".split(" ");

const pick = (list: readonly string[], number: number) => list[number % list.length]!;
const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

const TAGS = 40;
const TYPES = 10;
const COLLECTIONS = 20;
const ROOTS = 10;
const CATEGORIES = 30;

const pad = (number: number) => String(number).padStart(10, "0");
const id = (prefix: string, number: number) => `${prefix}_BENCH${pad(number)}`;
export const productId = (number: number): string => id("prod", number);
const START = Date.UTC(2020, 0, 1);
const moment = (number: number) => new Date(START + number * 1000).toISOString();

/** Spreads neighbouring numbers, so that a tag's products lie all over the catalogue. */
const spread = (number: number, among: number) => Math.abs(Math.imul(number, 2654435761)) % among;

const titleOf = (number: number) =>
  `${capital(pick(adjectives, number))} ${pick(nouns, Math.floor(number / 26))} ${pick(places, Math.floor(number / 650))} ${number}`;

type Rows = Generator<unknown[]>;

/** Tables in the order in which they are loaded: columns, and the rows for a catalogue of this size. */
export const tables: Record<string, { columns: string; rows: (products: number) => Rows }> = {
  product_type: { columns: "id, value", rows: () => each(TYPES, (n) => [id("ptyp", n), `Type ${n}`]) },
  product_tag: { columns: "id, value", rows: () => each(TAGS, (n) => [id("ptag", n), `tag-${n}`]) },
  product_collection: {
    columns: "id, title, handle",
    rows: () => each(COLLECTIONS, (n) => [id("pcol", n), `Collection ${n}`, `collection-${n}`]),
  },
  product_category: {
    columns: "id, name, handle, mpath, rank, is_active, parent_category_id",
    rows: () =>
      each(CATEGORIES, (n) => {
        const parent = n < ROOTS ? null : n % ROOTS;
        const path = parent === null ? `${id("pcat", n)}.` : `${id("pcat", parent)}.${id("pcat", n)}.`;
        const rank = n < ROOTS ? n : Math.floor(n / ROOTS);
        return [
          id("pcat", n),
          `Category ${n}`,
          `category-${n}`,
          path,
          rank,
          true,
          parent === null ? null : id("pcat", parent),
        ];
      }),
  },
  product: {
    columns:
      "id, title, handle, description, status, thumbnail, type_id, collection_id, created_at, updated_at",
    rows: (products) =>
      each(products, (n) => [
        productId(n),
        titleOf(n),
        `bench-product-${n}`,
        `A ${pick(adjectives, n * 7)} ${pick(nouns, n * 3)} for ${pick(places, n * 5)}, made to last. Number ${n}.`,
        n % 50 === 0 ? "draft" : "published",
        `https://pictures.example/${n}.jpg`,
        id("ptyp", spread(n, TYPES)),
        id("pcol", spread(n * 3, COLLECTIONS)),
        moment(n),
        moment(n),
      ]),
  },
  product_sales_channel: {
    columns: "product_id, sales_channel_id",
    rows: (products) => each(products, (n) => [productId(n), ":channel"]),
  },
  product_shipping_profile: {
    columns: "product_id, profile_id",
    rows: (products) => each(products, (n) => [productId(n), ":profile"]),
  },
  product_tags: {
    columns: "product_id, product_tag_id",
    rows: (products) =>
      each(products * 2, (n) => [
        id("prod", n >> 1),
        id("ptag", (spread(n >> 1, TAGS) + (n & 1) * 7) % TAGS),
      ]),
  },
  product_category_product: {
    columns: "product_category_id, product_id",
    rows: (products) =>
      each(products, (n) => [id("pcat", ROOTS + spread(n, CATEGORIES - ROOTS)), productId(n)]),
  },
  image: {
    columns: "id, url",
    rows: (products) => each(products, (n) => [id("img", n), `https://pictures.example/${n}.jpg`]),
  },
  product_images: {
    columns: "product_id, image_id",
    rows: (products) => each(products, (n) => [productId(n), id("img", n)]),
  },
  product_option: {
    columns: "id, title, product_id",
    rows: (products) => each(products, (n) => [id("opt", n), "Size", productId(n)]),
  },
  product_variant: {
    columns: "id, title, product_id, sku, variant_rank, inventory_quantity, created_at, updated_at",
    rows: (products) =>
      each(products * 2, (n) => [
        id("variant", n),
        n & 1 ? "Large" : "Small",
        id("prod", n >> 1),
        `SKU-${n}`,
        n & 1,
        n % 100,
        moment(n >> 1),
        moment(n >> 1),
      ]),
  },
  product_option_value: {
    columns: "id, value, option_id, variant_id",
    rows: (products) =>
      each(products * 2, (n) => [id("optval", n), n & 1 ? "L" : "S", id("opt", n >> 1), id("variant", n)]),
  },
  money_amount: {
    columns: "id, currency_code, amount",
    rows: (products) => each(products * 4, (n) => [id("ma", n), n & 1 ? "eur" : "usd", 500 + (n % 9000)]),
  },
  product_variant_money_amount: {
    columns: "id, money_amount_id, variant_id",
    rows: (products) => each(products * 4, (n) => [id("pvma", n), id("ma", n), id("variant", n >> 1)]),
  },
};

function* each(count: number, row: (number: number) => unknown[]): Rows {
  for (let number = 0; number < count; number++) yield row(number);
}
