import type pg from "pg";

/** Two products here, three there: places of which the first list is '' (all), the others channels. */
export const CHANNELS = ["sc_here", "sc_there"] as const;
export const LISTS = ["", ...CHANNELS] as const;

export async function addChannels(client: pg.Client): Promise<void> {
  for (const id of CHANNELS) {
    await client.query("insert into sales_channel (id, name) values ($1, $1)", [id]);
  }
}

/** The result of a plain offset: the list by its condition, without segments. */
const naive = `
  select p.id from product p
  where p.deleted_at is null and ($1 = '' or (p.status = 'published' and exists (
    select from product_sales_channel sold where sold.product_id = p.id and sold.sales_channel_id = $1)))
  order by p.created_at desc, p.id desc`;

/** Places at which the marks lead to another product than a plain offset does, in one snapshot. */
export async function wrongPlaces(client: pg.Client, list: string): Promise<unknown[]> {
  const { rows } = await client.query(
    `with listed as materialized (${naive}),
       places as (
         select place, (select id from listed offset place limit 1) as expected
         from generate_series(0, (select count(*) from listed)) place
         where place % greatest((select count(*) from listed) / 12, 1) = 0 or place >= (select count(*) from listed) - 1)
     select place, expected, found.id as found
     from places left join lateral tradewind.product_at($1, place) found on true
     where found.id is distinct from expected`,
    [list],
  );
  return rows;
}

export async function allWrongPlaces(client: pg.Client): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const list of LISTS) wrong.push(...(await wrongPlaces(client, list)));
  return wrong;
}

export const countMarks = async (client: pg.Client, list = ""): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from tradewind.product_list_segment where list = $1",
    [list],
  );
  return rows[0]!.count;
};
