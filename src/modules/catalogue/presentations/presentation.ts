import { invalid } from "../../../kernel/refusal.ts";
import { cleanRichText, plainTextOf } from "./rich-text.ts";

/** What a picture shows, for those who do not see it. */
export interface ImageText {
  url: string;
  alt: string;
}

export interface VariantImage {
  variant_id: string;
  url: string;
}

/** How a product is presented, beyond what v1 stores. */
export interface Presentation {
  product_id: string;
  seo_title: string | null;
  seo_description: string | null;
  rich_description: string | null;
  /** The text of the rich description, which the product has as its description. */
  plain_description: string | null;
  image_texts: ImageText[];
  variant_images: VariantImage[];
}

export type PresentationChanges = Partial<Omit<Presentation, "product_id" | "plain_description">>;

export const emptyPresentation = (productId: string): Presentation => ({
  product_id: productId,
  seo_title: null,
  seo_description: null,
  rich_description: null,
  plain_description: null,
  image_texts: [],
  variant_images: [],
});

const ADDRESS = /^(https?:\/\/|\/(?!\/))\S+$/i;

/** Lists replace the stored ones. An empty text is none. `variantIds` are those of the product. */
export function withChanges(
  stored: Presentation,
  sent: PresentationChanges,
  variantIds: ReadonlySet<string>,
): Presentation {
  const { rich_description, image_texts, variant_images = stored.variant_images } = sent;
  for (const [index, { variant_id, url }] of (sent.variant_images ?? []).entries()) {
    if (!variantIds.has(variant_id))
      throw invalid(`variant_images.${index}.variant_id: ${variant_id} is no variant of the product`);
    if (!ADDRESS.test(url)) throw invalid(`variant_images.${index}.url must be the address of a picture`);
  }
  return {
    ...stored,
    seo_title: textAfter(stored.seo_title, sent.seo_title),
    seo_description: textAfter(stored.seo_description, sent.seo_description),
    ...(rich_description !== undefined && richText(rich_description)),
    image_texts: image_texts
      ? lastOf(image_texts, "url").filter(({ alt }) => alt !== "")
      : stored.image_texts,
    // Variants may have been deleted since.
    variant_images: lastOf(variant_images, "variant_id").filter(({ variant_id }) =>
      variantIds.has(variant_id),
    ),
  };
}

const textAfter = (stored: string | null, sent: string | null | undefined) =>
  sent === undefined ? stored : sent?.trim() || null;

function richText(html: string | null): Pick<Presentation, "rich_description" | "plain_description"> {
  const clean = html === null ? null : cleanRichText(html);
  const plain = clean && plainTextOf(clean);
  if (plain && plain.length > MAX_PLAIN)
    throw invalid(`rich_description has more than ${MAX_PLAIN} characters`);
  return { rich_description: clean, plain_description: plain };
}

/** As long as a description may be. */
const MAX_PLAIN = 100_000;

/** Of several entries for the same thing the last. */
const lastOf = <Entry extends object>(entries: readonly Entry[], key: keyof Entry): Entry[] => [
  ...new Map(entries.map((entry) => [entry[key], entry])).values(),
];
