import { duplicate, invalid, notFound } from "../../../../kernel/refusal.ts";
import {
  type ProductSnapshot,
  planFirstVariants,
  planNewVariant,
  planVariantChange,
  type SentPrice,
  type VariantSnapshot,
} from "../../../catalogue/products/index.ts";
import type { PriceColumn } from "../csv/columns.ts";
import type { CatalogueDraft } from "./catalogue-draft.ts";
import type { VariantData } from "./product-row.ts";

type Price = VariantSnapshot["prices"][number];

interface PlannedVariant {
  product: ProductSnapshot;
  operation: "VARIANT_CREATE" | "VARIANT_UPDATE";
  variantId: string;
}

/** Applies the variant of a row to the product, or refuses. */
export function withVariant(
  shop: CatalogueDraft,
  product: ProductSnapshot,
  data: VariantData,
): PlannedVariant {
  const known = knownVariant(product, data);
  checkCodes(shop, product, { data, id: known?.id });
  const { fields, stock } = plannedStock(shop, known, data);
  const rest = { ...data, fields };
  const next = known
    ? withChangedVariant(shop, product, { known, data: rest })
    : withNewVariant(shop, product, rest);
  const variantId = known?.id ?? next.variants.at(-1)!.id;
  if (stock) shop.stock.put(variantId, stock);
  return { product: next, operation: known ? "VARIANT_UPDATE" : "VARIANT_CREATE", variantId };
}

/** Stock at locations is not stored with the variant: a location that takes over its quantity would count it twice. */
function plannedStock({ stock }: CatalogueDraft, known: VariantSnapshot | null, data: VariantData) {
  const { inventory_quantity: plain = null, ...fields } = data.fields;
  const isCounted = fields.manage_inventory ?? known?.manage_inventory ?? true;
  if (!stock.isLocated(known?.id ?? null, isCounted)) {
    const [cell] = data.stock;
    if (cell)
      throw invalid(
        `${cell.column.name}: the stock of this variant is not at locations, it has no inventory item`,
      );
    return { fields: data.fields, stock: null };
  }
  const quantity = known ? {} : { inventory_quantity: 0 };
  const planned = stock.planned(known?.id ?? null, { plain, cells: data.stock });
  return { fields: { ...fields, ...quantity }, stock: planned };
}

/** Finds the variant by its id, or else by its SKU among the variants of the product. */
function knownVariant({ variants }: ProductSnapshot, { id, fields }: VariantData): VariantSnapshot | null {
  if (id === "") return (fields.sku && variants.find(({ sku }) => sku === fields.sku)) || null;
  const known = variants.find((variant) => variant.id === id);
  if (!known) throw notFound("Variant", id);
  return known;
}

interface CodeCheck {
  data: VariantData;
  id: string | undefined;
}

/** Includes the changes of earlier rows of the same product, which are not in the draft yet. */
function checkCodes(shop: CatalogueDraft, { variants }: ProductSnapshot, { data, id }: CodeCheck): void {
  for (const code of ["sku", "barcode"] as const) {
    const value = data.fields[code];
    if (!value) continue;
    const sibling = variants.find((variant) => variant[code] === value);
    const owner = shop.ownerOf(code, value);
    const isFreed = variants.some((variant) => variant.id === owner && variant[code] !== value);
    const taken = sibling?.id ?? (isFreed ? null : owner);
    if (taken !== null && taken !== id)
      throw duplicate(`Product_variant with ${code} ${value} already exists.`);
  }
}

const contentOf = ({ product, options, variants }: ProductSnapshot) => ({
  productId: product.id,
  options: [...options],
  variants: [...variants],
});

function withNewVariant(
  shop: CatalogueDraft,
  product: ProductSnapshot,
  { fields, values, prices }: VariantData,
): ProductSnapshot {
  const { title } = fields;
  if (!title) throw invalid("Variant Title is required");
  const { regions } = shop.references;
  const content = contentOf(product);
  const sent = {
    ...fields,
    title,
    prices: prices.flatMap(({ column, amount }) =>
      amount === null ? [] : { ...priceMarketOf(column), amount },
    ),
    options: optionsOf(product, values),
  };
  const isPlain = content.options.length === 0;
  if (isPlain) checkTitle(product, title);
  const plan = isPlain
    ? planFirstVariants(content, [{ ...sent, options: [] }], regions)
    : planNewVariant(content, sent, regions);
  const rank = Math.max(-1, ...content.variants.map((variant) => variant.variant_rank)) + 1;
  const variant = { ...plan.inserted[0]!, variant_rank: rank, values: plan.values, prices: plan.prices };
  return { ...product, variants: [...product.variants, variant] };
}

/** Without options, variants differ only in their titles. */
function checkTitle({ variants }: ProductSnapshot, title: string): void {
  if (variants.some((variant) => variant.title === title)) {
    throw duplicate(`Variant with title ${title} already exists`);
  }
}

function withChangedVariant(
  shop: CatalogueDraft,
  product: ProductSnapshot,
  { known, data }: { known: VariantSnapshot; data: VariantData },
): ProductSnapshot {
  const sent = {
    ...data.fields,
    options: optionsOf(product, data.values),
    prices: pricesAfterRow(known.prices, data.prices),
  };
  const plan = planVariantChange(contentOf(product), { id: known.id, sent }, shop.references.regions);
  const moved = new Map(plan.values.map((value) => [value.id, value]));
  const unchanged = known.values.map((value) => moved.get(value.id) ?? value);
  const unchangedIds = new Set(unchanged.map(({ id }) => id));
  const [updated] = plan.updated;
  const next: VariantSnapshot = {
    ...updated!,
    inventory_quantity: updated!.inventory_quantity ?? known.inventory_quantity,
    values: [...unchanged, ...plan.values.filter(({ id }) => !unchangedIds.has(id))],
    prices: plan.prices,
  };
  return { ...product, variants: product.variants.map((variant) => (variant === known ? next : variant)) };
}

function optionsOf({ options }: ProductSnapshot, values: VariantData["values"]) {
  return values.map(({ name, value }) => {
    const option = options.find(({ title }) => title.toLowerCase() === name.toLowerCase());
    if (!option) throw invalid(`The product has no option ${name}`);
    return { option_id: option.id, value };
  });
}

const priceMarketOf = ({
  regionId,
  currencyCode,
}: PriceColumn): Pick<SentPrice, "region_id" | "currency_code"> =>
  regionId === null ? { currency_code: currencyCode } : { region_id: regionId };

const isInColumn = ({ regionId, currencyCode }: PriceColumn, price: Price): boolean =>
  regionId === null
    ? price.region_id === null && price.currency_code === currencyCode
    : price.region_id === regionId;

/**
 * All prices of the variant. As in the export, a column is the price for the smallest quantity. An empty cell removes that
 * price, unless the row has no price at all (as in v1); prices without a column stay.
 */
function pricesAfterRow(current: readonly Price[], sent: VariantData["prices"]): SentPrice[] {
  const changedAmounts = new Map<string, number | null>();
  const withNewVariant: SentPrice[] = [];
  const isAboutPrices = sent.some(({ amount }) => amount !== null);
  for (const { column, amount } of isAboutPrices ? sent : []) {
    const [price] = current
      .filter((each) => isInColumn(column, each))
      .sort((a, b) => (a.min_quantity ?? 0) - (b.min_quantity ?? 0));
    if (price) changedAmounts.set(price.id, amount);
    else if (amount !== null) withNewVariant.push({ ...priceMarketOf(column), amount });
  }
  const unchanged = current.flatMap(({ id, amount, min_quantity, max_quantity }) => {
    const next = changedAmounts.has(id) ? changedAmounts.get(id)! : amount;
    return next === null ? [] : { id, amount: next, min_quantity, max_quantity };
  });
  return [...unchanged, ...withNewVariant];
}
