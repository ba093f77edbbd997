import type { Schemas } from "@tradewind/client";
import { isEqual } from "../../../kit/form/merge.ts";

/** What is stored beside the product: see the server's `presentation`. */
export interface PresentationDraft {
  /** HTML. A product that has only a plain description begins with that. */
  rich_description: string;
  seo_title: string;
  seo_description: string;
  /** What pictures show, by their addresses. */
  image_texts: Record<string, string>;
}

/** The part of a draft of a product that is meant here. */
interface PresentedDraft extends PresentationDraft {
  images: string[];
  variants: Record<string, { image: string | null }>;
}

type Product = Schemas["AdminProduct"];

export const emptyPresentation: PresentationDraft = {
  rich_description: "",
  seo_title: "",
  seo_description: "",
  image_texts: {},
};

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A plain text as paragraphs. */
export const htmlOf = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => part.trim().replace(/[&<>"]/g, (mark) => ESCAPED[mark]!))
    .map((part) => `<p>${part.replace(/\n/g, "<br>")}</p>`)
    .join("");

export const presentationOf = ({ presentation, description }: Product): PresentationDraft => ({
  rich_description: presentation?.rich_description ?? htmlOf(description ?? ""),
  seo_title: presentation?.seo_title ?? "",
  seo_description: presentation?.seo_description ?? "",
  image_texts: Object.fromEntries(
    ((presentation?.image_texts ?? []) as { url: string; alt: string }[]).map(({ url, alt }) => [url, alt]),
  ),
});

export const variantImagesOf = ({ presentation }: Product): ReadonlyMap<string, string> =>
  new Map(
    ((presentation?.variant_images ?? []) as { variant_id: string; url: string }[]).map(
      ({ variant_id, url }) => [variant_id, url],
    ),
  );

const imagesOf = ({ variants }: PresentedDraft, idOf: (key: string) => string) =>
  Object.entries(variants).flatMap(([key, { image }]) =>
    image ? [{ variant_id: idOf(key), url: image }] : [],
  );

const sentText = (text: string) => text.trim() || null;

/** What differs; all that is filled in for a new product. Variants that were new have their ids by now. */
export function presentationChanges(
  from: PresentedDraft | null,
  to: PresentedDraft,
  idOf: (key: string) => string,
) {
  const before = { ...emptyPresentation, ...from };
  const images = imagesOf(to, idOf);
  const texts = Object.entries(to.image_texts).filter(([url]) => to.images.includes(url));
  return {
    ...(before.rich_description !== to.rich_description && { rich_description: to.rich_description || null }),
    ...(before.seo_title !== to.seo_title && { seo_title: sentText(to.seo_title) }),
    ...(before.seo_description !== to.seo_description && { seo_description: sentText(to.seo_description) }),
    ...(!isEqual(before.image_texts, to.image_texts) && {
      image_texts: texts.map(([url, alt]) => ({ url, alt: alt.trim() })),
    }),
    ...(!isEqual(from ? imagesOf(from, (key) => key) : [], images) && { variant_images: images }),
  };
}
