import type pg from "pg";
import { MoveProblem, rowsOf, type Sides } from "./connection.ts";

const SEQUENCES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'S' and nspname !~ '^pg_' order by 1`;

interface Place {
  last: string;
  is_called: boolean;
}

async function placeOf(client: pg.Client, name: string): Promise<Place> {
  const [place] = await rowsOf<Place>(client, `select last_value::text as last, is_called from ${name}`);
  return place!;
}

const isSame = (one: Place, other: Place) => one.last === other.last && one.is_called === other.is_called;

/** Sequences continue where those of the source are. Returns how many there are. */
export async function copySequences({ source, target }: Sides): Promise<number> {
  const found = await rowsOf<{ name: string }>(source, SEQUENCES);
  const there = new Set((await rowsOf<{ name: string }>(target, SEQUENCES)).map(({ name }) => name));
  for (const { name } of found) {
    if (!there.has(name)) throw new MoveProblem(`The sequence ${name} does not belong to Tradewind.`);
    const place = await placeOf(source, name);
    if (isSame(place, await placeOf(target, name))) continue;
    await target.query("select setval($1::regclass, $2::bigint, $3)", [name, place.last, place.is_called]);
    if (!isSame(place, await placeOf(target, name))) throw new MoveProblem(`The sequence ${name} differs.`);
  }
  return found.length;
}
