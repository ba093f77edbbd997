import { entity, jsonOf, text, timestamp } from "../../../graph/entity.ts";
import type { ImageText, VariantImage } from "./presentation.ts";

const list = <Entry>(description: string) => ({
  ...jsonOf<Entry[]>().required,
  isList: true as const,
  description,
});

/** Read with `expand=presentation` of a product. */
const productPresentation = entity({
  name: "product_presentation",
  table: "tradewind.product_presentation",
  key: "product_id",
  description:
    "How a product is presented: texts for search engines and pictures, and a description with formatting.",
  columns: {
    product_id: text.required,
    seo_title: { ...text.nullable, description: "The title for search engines." },
    seo_description: { ...text.nullable, description: "The description for search engines." },
    rich_description: {
      ...text.nullable,
      description:
        "The description as HTML that was sanitized: paragraphs, headings, bold, italic, lists and links. Null if the plain description is newer.",
      sql: (row: string) => `case when ${row}.plain_description is not distinct from
        (select shown.description from product shown where shown.id = ${row}.product_id) then ${row}.rich_description end`,
    },
    image_texts: list<ImageText>("The alternative texts of pictures, by `url`."),
    variant_images: list<VariantImage>("The picture of each variant that has its own, by `variant_id`."),
    updated_at: timestamp.required,
  },
});

export const presentationsEntities = [productPresentation];
