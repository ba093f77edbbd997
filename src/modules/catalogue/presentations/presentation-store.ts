import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { emptyPresentation, type Presentation } from "./presentation.ts";

const findRows = compiledSql(
  "presentation-find",
  (p: { ids: string[] }) => sql<Presentation>`
    select stored.product_id, stored.seo_title, stored.seo_description, stored.image_texts, stored.variant_images,
      case when stored.plain_description is not distinct from product.description
        then stored.rich_description end as rich_description,
      case when stored.plain_description is not distinct from product.description
        then stored.plain_description end as plain_description
    from tradewind.product_presentation stored join product on product.id = stored.product_id
    where stored.product_id = any(${p.ids})`,
);

/** By product; those without one are not in it. A rich description that is older than the plain one is not there any more. */
export async function findPresentations(
  on: Connection,
  ids: readonly string[],
): Promise<Map<string, Presentation>> {
  if (ids.length === 0) return new Map();
  return new Map((await findRows(on, { ids: [...ids] })).map((row) => [row.product_id, row]));
}

export const findPresentation = async (on: Connection, id: string): Promise<Presentation> =>
  (await findPresentations(on, [id])).get(id) ?? emptyPresentation(id);

const findVariants = compiledSql(
  "presentation-variants",
  (p: { ids: string[] }) => sql<{ id: string }>`select id from product_variant
    where product_id = any(${p.ids}) and deleted_at is null`,
);

export const findVariantIds = async (on: Connection, ids: string[]): Promise<ReadonlySet<string>> =>
  new Set((await findVariants(on, { ids })).map(({ id }) => id));

const upsert = compiledReturningWrite(
  "presentation-save",
  { inserts: ["tradewind.product_presentation"], updates: ["tradewind.product_presentation"] },
  (p: { rows: string }) => sql<unknown>`
    insert into tradewind.product_presentation (product_id, seo_title, seo_description, rich_description,
      plain_description, image_texts, variant_images)
    select product_id, seo_title, seo_description, rich_description, plain_description, image_texts, variant_images
    from jsonb_to_recordset(${p.rows}::jsonb) as sent(product_id text, seo_title text, seo_description text,
      rich_description text, plain_description text, image_texts jsonb, variant_images jsonb)
    on conflict (product_id) do update set seo_title = excluded.seo_title, seo_description = excluded.seo_description,
      rich_description = excluded.rich_description, plain_description = excluded.plain_description,
      image_texts = excluded.image_texts, variant_images = excluded.variant_images, updated_at = now()`,
);

/** The caller has locked the products. */
export async function savePresentations(tx: Tx, presentations: readonly Presentation[]): Promise<void> {
  if (presentations.length > 0) await upsert(tx, { rows: JSON.stringify(presentations) });
}
