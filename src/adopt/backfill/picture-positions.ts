import type pg from "pg";
import type { Backfill } from "./backfill.ts";
import { estimatedRows, type IdColumn, pageOfIds } from "./page-of-ids.ts";

const PICTURES: IdColumn = { table: "product_images", column: "product_id" };
const PRODUCTS_PER_BATCH = 200;
const MOST_REPETITIONS = 5;

// v1 has no positions: it answers pictures in the order in which the rows of the link table are stored. A product that
// Tradewind has saved has a different position for each picture.
const UNORDERED = `
  select product_id as id from product_images where product_id = any($1)
  group by product_id having count(*) > count(distinct position) order by product_id`;

// Row by row in that order, because v1 may go on reading: the new versions of the rows are then stored in it, too.
const NUMBER = `
  with locked as materialized (
    select ctid as stored, product_id from product_images where product_id = any($1)
    order by product_id, ctid for update
  ), numbered as materialized (
    select stored, row_number() over (partition by product_id order by stored) - 1 as position
    from locked order by product_id, stored
  )
  update product_images link set position = numbered.position from numbered where link.ctid = numbered.stored`;

const STORED_OTHERWISE = `
  select distinct product_id as id from (
    select product_id, position, row_number() over (partition by product_id order by ctid) - 1 as stored
    from product_images where product_id = any($1)
  ) link where position <> stored order by product_id`;

const STORE_AGAIN = `
  with locked as materialized (
    select ctid as stored from product_images where product_id = any($1) order by product_id, position for update
  )
  update product_images link set position = position from locked where link.ctid = locked.stored`;

const idsOf = async (client: pg.Client, query: string, ids: readonly string[]): Promise<string[]> =>
  (await client.query<{ id: string }>(query, [ids])).rows.map(({ id }) => id);

/** PostgreSQL may have put some of the new versions into gaps before the others. */
async function storeInOrder(client: pg.Client, numbered: readonly string[]): Promise<void> {
  let wrong = await idsOf(client, STORED_OTHERWISE, numbered);
  for (let repetition = 0; wrong.length > 0 && repetition < MOST_REPETITIONS; repetition++) {
    await client.query(STORE_AGAIN, [wrong]);
    wrong = await idsOf(client, STORED_OTHERWISE, wrong);
  }
}

export const picturePositions: Backfill = {
  name: "picture-positions",
  title: "order of pictures",
  total: (client) => estimatedRows(client, "product"),
  async batch(client, place) {
    const page = await pageOfIds(client, PICTURES, { place, size: PRODUCTS_PER_BATCH });
    const unordered = await idsOf(client, UNORDERED, page.ids);
    if (unordered.length > 0) {
      // A nested loop updates the rows in the order of `numbered`.
      await client.query("set local enable_hashjoin = off; set local enable_mergejoin = off");
      await client.query(NUMBER, [unordered]);
      await storeInOrder(client, unordered);
    }
    return { place: page.place, rows: page.ids.length };
  },
};
