import { duplicate, invalid, notFound } from "../../../../kernel/refusal.ts";
import {
  type KnownProduct,
  type KnownVariant,
  plannedChange,
  plannedFirst,
  plannedOne,
  type SentPrice,
} from "../../../catalogue/products/index.ts";
import type { PriceColumn } from "../csv/price-columns.ts";
import type { KnownShop } from "./known-shop.ts";
import type { VariantPart } from "./product-row.ts";

type Price = KnownVariant["prices"][number];

interface Planned {
  product: KnownProduct;
  operation: "VARIANT_CREATE" | "VARIANT_UPDATE";
}

/** The product with the variant of a row, or a refusal. */
export function withVariant(shop: KnownShop, product: KnownProduct, part: VariantPart): Planned {
  const known = knownVariant(product, part);
  checkCodes(shop, product, { part, id: known?.id });
  return known
    ? { product: changed(shop, product, { known, part }), operation: "VARIANT_UPDATE" }
    : { product: added(shop, product, part), operation: "VARIANT_CREATE" };
}

/** By its id, otherwise by its SKU among the variants of the product. */
function knownVariant({ variants }: KnownProduct, { id, fields }: VariantPart): KnownVariant | null {
  if (id === "") return (fields.sku && variants.find(({ sku }) => sku === fields.sku)) || null;
  const known = variants.find((variant) => variant.id === id);
  if (!known) throw notFound("Variant", id);
  return known;
}

interface Coded {
  part: VariantPart;
  id: string | undefined;
}

/** Earlier rows of the same product count before it is put back into the shop. */
function checkCodes(shop: KnownShop, { variants }: KnownProduct, { part, id }: Coded): void {
  for (const code of ["sku", "barcode"] as const) {
    const value = part.fields[code];
    if (!value) continue;
    const sibling = variants.find((variant) => variant[code] === value);
    const owner = shop.ownerOf(code, value);
    const isFreed = variants.some((variant) => variant.id === owner && variant[code] !== value);
    const taken = sibling?.id ?? (isFreed ? null : owner);
    if (taken !== null && taken !== id)
      throw duplicate(`Product_variant with ${code} ${value} already exists.`);
  }
}

const contentOf = ({ product, options, variants }: KnownProduct) => ({
  productId: product.id,
  options: [...options],
  variants: [...variants],
});

function added(
  shop: KnownShop,
  product: KnownProduct,
  { fields, values, prices }: VariantPart,
): KnownProduct {
  const { title } = fields;
  if (!title) throw invalid("Variant Title is required");
  const { regions } = shop.surroundings;
  const content = contentOf(product);
  const sent = {
    ...fields,
    title,
    prices: prices.flatMap(({ column, amount }) => (amount === null ? [] : { ...placeOf(column), amount })),
    options: optionsOf(product, values),
  };
  const isPlain = content.options.length === 0;
  if (isPlain) checkTitle(product, title);
  const plan = isPlain
    ? plannedFirst(content, [{ ...sent, options: [] }], regions)
    : plannedOne(content, sent, regions);
  const rank = Math.max(-1, ...content.variants.map((variant) => variant.variant_rank)) + 1;
  const variant = { ...plan.inserted[0]!, variant_rank: rank, values: plan.values, prices: plan.prices };
  return { ...product, variants: [...product.variants, variant] };
}

/** Without options there is nothing else to tell variants apart by. */
function checkTitle({ variants }: KnownProduct, title: string): void {
  if (variants.some((variant) => variant.title === title)) {
    throw duplicate(`Variant with title ${title} already exists`);
  }
}

function changed(
  shop: KnownShop,
  product: KnownProduct,
  { known, part }: { known: KnownVariant; part: VariantPart },
): KnownProduct {
  const sent = {
    ...part.fields,
    options: optionsOf(product, part.values),
    prices: pricesAfter(known.prices, part.prices),
  };
  const plan = plannedChange(contentOf(product), { id: known.id, sent }, shop.surroundings.regions);
  const moved = new Map(plan.values.map((value) => [value.id, value]));
  const kept = known.values.map((value) => moved.get(value.id) ?? value);
  const isKept = new Set(kept.map(({ id }) => id));
  const [updated] = plan.updated;
  const next: KnownVariant = {
    ...updated!,
    inventory_quantity: updated!.inventory_quantity ?? known.inventory_quantity,
    values: [...kept, ...plan.values.filter(({ id }) => !isKept.has(id))],
    prices: plan.prices,
  };
  return { ...product, variants: product.variants.map((variant) => (variant === known ? next : variant)) };
}

function optionsOf({ options }: KnownProduct, values: VariantPart["values"]) {
  return values.map(({ name, value }) => {
    const option = options.find(({ title }) => title.toLowerCase() === name.toLowerCase());
    if (!option) throw invalid(`The product has no option ${name}`);
    return { option_id: option.id, value };
  });
}

const placeOf = ({ regionId, currencyCode }: PriceColumn): Pick<SentPrice, "region_id" | "currency_code"> =>
  regionId === null ? { currency_code: currencyCode } : { region_id: regionId };

const isIn = ({ regionId, currencyCode }: PriceColumn, price: Price): boolean =>
  regionId === null
    ? price.region_id === null && price.currency_code === currencyCode
    : price.region_id === regionId;

/**
 * All prices of the variant: a column stands for one of them, the one for the smallest quantity, as in the export. An
 * empty cell takes that one away, unless the row has no price at all (as in v1); prices without a column stay.
 */
function pricesAfter(current: readonly Price[], sent: VariantPart["prices"]): SentPrice[] {
  const meant = new Map<string, number | null>();
  const added: SentPrice[] = [];
  const isAboutPrices = sent.some(({ amount }) => amount !== null);
  for (const { column, amount } of isAboutPrices ? sent : []) {
    const [price] = current
      .filter((each) => isIn(column, each))
      .sort((a, b) => (a.min_quantity ?? 0) - (b.min_quantity ?? 0));
    if (price) meant.set(price.id, amount);
    else if (amount !== null) added.push({ ...placeOf(column), amount });
  }
  const kept = current.flatMap(({ id, amount, min_quantity, max_quantity }) => {
    const next = meant.has(id) ? meant.get(id)! : amount;
    return next === null ? [] : { id, amount: next, min_quantity, max_quantity };
  });
  return [...kept, ...added];
}
