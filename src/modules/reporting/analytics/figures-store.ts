import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { type Measures, measures, type OpenWorkKind } from "./contribution.ts";
import type { Piece, SumUnit } from "./sum-units.ts";

/** Parts of named spans, as a parameter of a statement. */
export type NamedPieces = Readonly<Record<string, readonly Piece<string>[]>>;

const moment = (at: number) => new Date(at).toISOString();

export const piecesAsRows = (pieces: NamedPieces): string =>
  JSON.stringify(
    Object.entries(pieces).flatMap(([span, parts]) =>
      parts.map(({ unit, starts, ends }) => ({ span, unit, starts: moment(starts), ends: moment(ends) })),
    ),
  );

// Joined laterally with sums of their own: otherwise PostgreSQL, which does not know how short they are, reads whole tables.
const pieces = (parameter: string) =>
  sql`json_to_recordset(${parameter}::json) as piece (span text, unit text, starts timestamptz, ends timestamptz)`;

const summed = (names: readonly string[]) =>
  sql.raw(names.map((name) => `sum(${name})::bigint as ${name}`).join(", "));

const sums = summed(measures);

type Filtered = { pieces: string; currency: string | null };
type SpanSums = Measures & { span: string; currency_code: string };

const sumPieces = compiledSql<Filtered, SpanSums>(
  "analytics-sums",
  (p) => sql<SpanSums>`
    select piece.span, found.currency_code, ${sums} from ${pieces(p.pieces)}
    cross join lateral (select currency_code, ${sums} from tradewind.analytics_sum
      where unit = piece.unit and start >= piece.starts and start < piece.ends
        and (${p.currency}::text is null or currency_code = ${p.currency})
      group by 1) found
    group by 1, 2`,
);

/** The sums of each span, by currency. */
export const readSums = (on: Connection, spans: NamedPieces, currency: string | null): Promise<SpanSums[]> =>
  sumPieces(on, { pieces: piecesAsRows(spans), currency });

type PointSums = Measures & { point: number; currency_code: string };

const sumPoints = compiledSql<
  { unit: SumUnit; boundaries: string[]; first: string; last: string; currency: string | null },
  PointSums
>(
  "analytics-series",
  (p) => sql<PointSums>`
    select width_bucket(start, ${p.boundaries}::timestamptz[]) - 1 as point, currency_code, ${sums}
    from tradewind.analytics_sum where unit = ${p.unit} and start >= ${p.first}::timestamptz
      and start < ${p.last}::timestamptz and (${p.currency}::text is null or currency_code = ${p.currency})
    group by 1, 2`,
);

/** The sums between each two of these moments, which are starts of `unit`; points without any are missing. */
export function readPoints(
  on: Connection,
  { unit, boundaries }: { unit: SumUnit; boundaries: readonly number[] },
  currency: string | null,
): Promise<PointSums[]> {
  const moments = boundaries.map(moment);
  return sumPoints(on, { unit, boundaries: moments, first: moments[0]!, last: moments.at(-1)!, currency });
}

type Ranked = { currency_code: string; amount: number };
export type RankedProduct = Ranked & {
  product_id: string;
  title: string | null;
  handle: string | null;
  thumbnail: string | null;
  orders: number;
  quantity: number;
};
export type RankedCountry = Ranked & { country_code: string | null; orders: number };

/** SQL: the first rows of each currency, of rows with currency_code, key, orders, quantity and amount. */
const best = (rows: ReturnType<typeof sql>, most: number) => sql`
  select * from (
    select currency_code, key, sum(orders)::bigint as orders, sum(quantity)::bigint as quantity,
      sum(amount)::bigint as amount,
      row_number() over (partition by currency_code order by sum(amount) desc, sum(quantity) desc, key) as place
    from (${rows}) found group by currency_code, key having sum(orders) > 0) ranked
  where place <= ${most}`;

const ranked = summed(["orders", "quantity", "amount"]);

const rolledUp = (subject: "product" | "country", p: Filtered) => sql`
  select found.* from ${pieces(p.pieces)}
  cross join lateral (select currency_code, key, ${ranked} from tradewind.analytics_ranking
    where subject = ${sql.lit(subject)} and unit = piece.unit and start >= piece.starts and start < piece.ends
      and (${p.currency}::text is null or currency_code = ${p.currency})
    group by 1, 2) found`;

/** SQL: the orders of the ends of a period, which are no whole days of UTC. */
const placedIn = (p: Filtered) => sql`${pieces(p.pieces)}
  cross join lateral (select currency_code, contribution from tradewind.analytics_order
    where piece.unit = 'order' and placed_at >= piece.starts and placed_at < piece.ends and not is_canceled
      and (${p.currency}::text is null or currency_code = ${p.currency})
    offset 0) placed`;

type TopQuery = Filtered & { most: number };

const topProducts = compiledSql<TopQuery, RankedProduct>(
  "analytics-top-products",
  (p) => sql<RankedProduct>`
    select best.currency_code, best.key as product_id, product.title, product.handle, product.thumbnail,
      best.orders, best.quantity, best.amount
    from (${best(
      sql`${rolledUp("product", p)} union all
        select placed.currency_code, sold.id, 1, sold.quantity, sold.amount from ${placedIn(p)}
        cross join lateral jsonb_to_recordset(placed.contribution -> 'products')
          as sold (id text, quantity bigint, amount bigint)`,
      p.most,
    )}) best left join product on product.id = best.key order by best.currency_code, best.place`,
);

const topCountries = compiledSql<TopQuery, RankedCountry>(
  "analytics-top-countries",
  (p) => sql<RankedCountry>`
    select best.currency_code, nullif(best.key, '') as country_code, best.orders, best.amount
    from (${best(
      sql`${rolledUp("country", p)} union all
        select placed.currency_code, coalesce(placed.contribution ->> 'country_code', ''), 1, 0,
          (placed.contribution #>> '{amounts,sales}')::bigint from ${placedIn(p)}`,
      p.most,
    )}) best order by best.currency_code, best.place`,
);

/** Where most was sold, of days and months of UTC and of the single orders at both ends. */
export async function readTop(
  on: Connection,
  parts: readonly Piece<string>[],
  { currency, limit }: { currency: string | null; limit: number },
): Promise<{ products: RankedProduct[]; countries: RankedCountry[] }> {
  const query = { pieces: piecesAsRows({ current: parts }), currency, most: limit };
  const [products, countries] = await Promise.all([topProducts(on, query), topCountries(on, query)]);
  return { products, countries };
}

const currencies = compiledSql<object, { code: string }>(
  "analytics-currencies",
  () => sql<{ code: string }>`select code from (
      select default_currency_code as code, 0 as place from store union all
      select currency_code, 1 from region where deleted_at is null) sold
    group by code order by min(place), code`,
);

/** The currencies that the shop sells in, its own first. */
export const readCurrencies = async (on: Connection): Promise<string[]> =>
  (await currencies(on, {})).map(({ code }) => code);

export interface CartCounts {
  created: number;
  with_goods: number;
  with_address: number;
  with_payment: number;
  completed: number;
}

const cartSteps = ["created", "with_goods", "with_address", "with_payment", "completed"];

const sumCarts = compiledSql<{ pieces: string }, CartCounts & { span: string }>(
  "analytics-carts",
  (p) => sql<CartCounts & { span: string }>`
    select piece.span, ${summed(cartSteps)} from ${pieces(p.pieces)}
    cross join lateral (select ${summed(cartSteps)} from tradewind.analytics_cart_sum
      where unit = piece.unit and start >= piece.starts and start < piece.ends having count(*) > 0) found
    group by 1`,
);

export const readCartCounts = (
  on: Connection,
  spans: NamedPieces,
): Promise<(CartCounts & { span: string })[]> => sumCarts(on, { pieces: piecesAsRows(spans) });

const openWork = compiledSql<object, { kind: OpenWorkKind; orders: number }>(
  "analytics-open-work",
  () => sql<{ kind: OpenWorkKind; orders: number }>`select kind, orders from tradewind.analytics_open_work`,
);

export const readOpenWork = (on: Connection) => openWork(on, {});
