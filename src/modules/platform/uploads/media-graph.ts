import { boolean, entity, integer, jsonOf, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

/** Where a picture is used. */
export interface MediaUse {
  id: string;
  title: string;
}

/** SQL: the products that show the picture: among their pictures, as the thumbnail, or as the picture of a variant. */
const usingProducts = (row: string) => `
  select product.id, product.title from image
    join product_images link on link.image_id = image.id
    join product on product.id = link.product_id and product.deleted_at is null
    where image.url = ${row}.url and image.deleted_at is null
  union select product.id, product.title from product
    where product.thumbnail = ${row}.url and product.deleted_at is null
  union select product.id, product.title from tradewind.product_presentation presented
    join product on product.id = presented.product_id and product.deleted_at is null
    where presented.variant_images @> jsonb_build_array(jsonb_build_object('url', ${row}.url))`;

/** As many as a page can show. */
const SHOWN_USES = 20;

export const media = entity({
  name: "media",
  table: "tradewind.media",
  description: "A picture or file of the shop that everyone with its address can load.",
  columns: {
    id: text.required,
    url: text.required,
    name: text.required,
    file_key: {
      ...text.nullable,
      description: "Of what was uploaded here. Null for a picture that a product refers to by its address.",
    },
    type: text.nullable,
    size: { ...integer.nullable, description: "In bytes; null if it is not known." },
    created_at: timestamp.required,
    is_logo: {
      ...boolean.required,
      description: "Whether it is the logo on the invoices of the shop.",
      sql: (row: string) =>
        `exists (select from tradewind.shop_details shop where shop.logo_key = ${row}.file_key)`,
    },
    uses: {
      ...jsonOf<MediaUse[]>().required,
      isList: true as const,
      description: `The products that show it, at most ${SHOWN_USES}.`,
      sql: (row: string) => `(select coalesce(jsonb_agg(jsonb_build_object('id', used.id, 'title', used.title)
        order by used.title, used.id), '[]') from (${usingProducts(row)} limit ${SHOWN_USES}) used)`,
    },
  },
});

/** `q`: a part of the name. */
export const mediaNamed: Condition = {
  name: "media-named",
  sql: (row, pattern) => `lower(${row}.name) like lower(${pattern})`,
};

export const isPicture: Condition = {
  name: "media-pictures",
  sql: (row, wanted) => `(not ${wanted}::boolean or ${row}.type is null or ${row}.type like 'image/%')`,
};

export const mediaEntities = [media];
