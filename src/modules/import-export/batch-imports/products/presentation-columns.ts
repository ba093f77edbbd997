import type { Tx } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import {
  emptyPresentation,
  findPresentations,
  type Presentation,
  type PresentationChanges,
  savePresentations,
  withPresentationChanges,
} from "../../../catalogue/presentations/index.ts";
import { describeProduct, type ProductSnapshot } from "../../../catalogue/products/index.ts";
import type { Header } from "../csv/columns.ts";
import type { RowGroup } from "../engine/row-groups.ts";

const presentationColumns = {
  seoTitle: "Product SEO Title",
  seoDescription: "Product SEO Description",
  richDescription: "Product Rich Description",
  variantImage: "Variant Image Url",
} as const;

const altColumn = /^Image (\d+) Alt$/;

const names: readonly string[] = Object.values(presentationColumns);
export const isPresentationColumn = (name: string) => names.includes(name) || altColumn.test(name);

/** What the rows of a product say. Fields without a column are absent and stay unchanged. */
interface SentPresentation {
  seo_title?: string | null;
  seo_description?: string | null;
  /** An empty cell says nothing: products with a plain description have one in an export. */
  rich_description?: string;
  /** By the address of the picture. */
  texts: ReadonlyMap<string, string>;
  /** By the id of the variant; null removes it. */
  variantImages: ReadonlyMap<string, string | null>;
}

export interface PlannedPresentation {
  productId: string;
  variantIds: ReadonlySet<string>;
  sent: SentPresentation;
}

interface PlannedRows {
  group: RowGroup;
  /** As the rows leave it. */
  product: ProductSnapshot;
  /** Of earlier rows of the product. */
  earlier: PlannedPresentation | undefined;
}

/** Null if the file has no such column. Refuses what cannot be stored. */
export function plannedPresentation(
  header: Header,
  { group, product, earlier }: PlannedRows,
): PlannedPresentation | null {
  if (!header.names.some(isPresentationColumn)) return null;
  const read = readRows(header, group.rows, product.variants);
  const variantImages = new Map([...(earlier?.sent.variantImages ?? []), ...read.variantImages]);
  const sent = { ...read, variantImages };
  const productId = product.product.id;
  const variantIds = new Set(product.variants.map(({ id }) => id));
  const empty = emptyPresentation(productId);
  withPresentationChanges(empty, changesFor(empty, sent), variantIds);
  return { productId, variantIds, sent };
}

type Rows = RowGroup["rows"];

function readRows(header: Header, rows: Rows, variants: ProductSnapshot["variants"]): SentPresentation {
  const cell = (name: string, maxLength: number, row = rows[0]!) => {
    const value = header.cell(row.cells, name).trim();
    if (value.length > maxLength) throw invalid(`${name} must not have more than ${maxLength} characters`);
    return value;
  };
  const { seoTitle, seoDescription, richDescription, variantImage } = presentationColumns;
  const numbers = header.names.flatMap((name) => altColumn.exec(name)?.[1] ?? []).map(Number);
  const rich = cell(richDescription, 300_000);
  return {
    ...(header.has(seoTitle) && { seo_title: cell(seoTitle, 255) || null }),
    ...(header.has(seoDescription) && { seo_description: cell(seoDescription, 1_000) || null }),
    ...(rich !== "" && { rich_description: rich }),
    texts: new Map(
      numbers.flatMap((number) => {
        const url = cell(`Image ${number} Url`, 10_000);
        return url === "" ? [] : [[url, cell(`Image ${number} Alt`, 1_000)] as const];
      }),
    ),
    variantImages: new Map(
      (header.has(variantImage) ? rows : []).flatMap((row) => {
        const variant = variantOf(header, row, variants);
        return variant ? [[variant.id, cell(variantImage, 10_000, row) || null] as const] : [];
      }),
    ),
  };
}

function variantOf(header: Header, { cells }: Rows[number], variants: ProductSnapshot["variants"]) {
  const cell = (name: string) => header.cell(cells, name).trim();
  return (
    variants.find(({ id }) => id === cell("Variant Id")) ??
    variants.find(({ sku }) => sku !== null && sku === cell("Variant SKU")) ??
    variants.find(({ title }) => title === cell("Variant Title"))
  );
}

/** What is stored before the products are saved: a rich description is no longer valid once another plain one is. */
export const storedPresentations = (tx: Tx, planned: readonly PlannedPresentation[]) =>
  findPresentations(
    tx,
    planned.map(({ productId }) => productId),
  );

/** Writes what differs. The products are locked and saved. */
export async function savePlannedPresentations(
  tx: Tx,
  planned: readonly PlannedPresentation[],
  stored: ReadonlyMap<string, Presentation>,
): Promise<void> {
  const changed = planned.flatMap(({ productId, variantIds, sent }) => {
    const before = stored.get(productId) ?? emptyPresentation(productId);
    const after = withPresentationChanges(before, changesFor(before, sent), variantIds);
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ before, after }];
  });
  await savePresentations(
    tx,
    changed.map(({ after }) => after),
  );
  for (const { before, after } of changed) {
    if (before.rich_description === after.rich_description) continue;
    const description = after.plain_description;
    await describeProduct(tx, after.product_id, { description, fields: ["rich_description"] });
  }
}

function changesFor(before: Presentation, sent: SentPresentation): PresentationChanges {
  const { texts, variantImages, ...fields } = sent;
  const otherTexts = before.image_texts.filter(({ url }) => !texts.has(url));
  const otherImages = before.variant_images.filter(({ variant_id }) => !variantImages.has(variant_id));
  return {
    ...fields,
    ...(texts.size > 0 && {
      image_texts: [...otherTexts, ...[...texts].map(([url, alt]) => ({ url, alt }))],
    }),
    ...(variantImages.size > 0 && {
      variant_images: [
        ...otherImages,
        ...[...variantImages].flatMap(([variant_id, url]) => (url ? [{ variant_id, url }] : [])),
      ],
    }),
  };
}
