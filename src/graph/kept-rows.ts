import type { Connection } from "../db/database.ts";
import { frozen } from "../kernel/frozen.ts";
import { isThere, SelectionCompiler } from "./compile.ts";
import { quoted, type ToOne } from "./entity.ts";
import { isTakenFromKept, KEPT_VERSION } from "./kept-relation.ts";
import { reviverOf } from "./revive.ts";
import type { Selection } from "./selection.ts";
import { statementName } from "./statement-name.ts";

type Row = Record<string, unknown>;

/** A place in the rows of a statement that a kept row belongs in, and how such rows are read. */
export interface KeptPlace {
  /** The relations that lead there, the last one being its own. */
  readonly path: readonly string[];
  readonly text: string;
  readonly name: string;
  readonly revive: (row: Row) => void;
}

export function keptPlaces(selection: Selection): KeptPlace[] {
  return [...selection.relations].flatMap(([name, next]) => {
    const relation = selection.entity.relations[name]!;
    if (isTakenFromKept(relation, next)) return [keptPlace({ name, relation, next })];
    return keptPlaces(next).map((place) => ({ ...place, path: [name, ...place.path] }));
  });
}

interface KeptRelation {
  name: string;
  relation: ToOne;
  next: Selection;
}

function keptPlace({ name, relation, next }: KeptRelation): KeptPlace {
  const sql = new SelectionCompiler();
  const row = sql.nextAlias();
  const key = `${row}."${relation.otherColumn}"`;
  const alive = next.entity.softDelete && !relation.evenDeleted ? ` and ${isThere(row)}` : "";
  const inner = `select ${sql.list(next, row)} from ${quoted(next.entity.table)} ${row}
    where ${key} = wanted.key${alive}`;
  const text = `select wanted.key, ${KEPT_VERSION} as version, (select row_to_json(r) from (${inner}) r) as data
    from unnest($1::text[]) as wanted(key)`;
  return { path: [name], text, name: statementName(text, "kept"), revive: reviverOf(next) };
}

/** All rows that were read with the same changes to be seen, by statement and key. */
interface Generation {
  version: string;
  rows: Map<string, Map<string, Row | null>>;
}

const MOST_ROWS = 2_000;

/**
 * Rows that hardly ever change, such as the region of a cart with its countries. A statement that reads a cart also
 * returns which changes of such rows it sees (migrations/0005_change_tracking.sql). What this process read with the same
 * ones is put in, and anything else is read again. So no answer is older than it would be without it.
 */
export class KeptRows {
  private generation: Generation = { version: "", rows: new Map() };

  async putInto(
    rows: readonly Row[],
    { places, version, on }: { places: readonly KeptPlace[]; version: string; on: Connection },
  ): Promise<void> {
    if (this.generation.version !== version) this.generation = { version, rows: new Map() };
    const generation = this.generation;
    for (const place of places) {
      const holders = rows.flatMap((row) => holdersIn(row, place.path));
      const name = place.path.at(-1)!;
      const keys = holders.flatMap((holder) => (typeof holder[name] === "string" ? [holder[name]] : []));
      if (keys.length === 0) continue;
      const found = await foundRows(generation, place, { keys: [...new Set(keys)], on });
      for (const holder of holders) holder[name] = found.get(holder[name] as string) ?? null;
    }
  }
}

/** The rows that hold the last relation of the path. */
function holdersIn(row: Row, path: readonly string[]): Row[] {
  if (path.length === 1) return [row];
  const [first, ...rest] = path as [string, ...string[]];
  const next = row[first];
  if (Array.isArray(next)) return next.flatMap((each) => holdersIn(each as Row, rest));
  return next ? holdersIn(next as Row, rest) : [];
}

async function foundRows(
  generation: Generation,
  place: KeptPlace,
  { keys, on }: { keys: string[]; on: Connection },
): Promise<ReadonlyMap<string, Row | null>> {
  const known = generation.rows.get(place.text) ?? new Map<string, Row | null>();
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return known;
  const read = await on.run<{ key: string; version: string; data: Row | null }>({
    text: place.text,
    name: place.name,
    values: [missing],
  });
  const all = new Map(known);
  for (const { key, data } of read) {
    if (data) place.revive(data);
    all.set(key, frozen(data));
  }
  // Something was changed since: it is right for this answer, but not what others have read.
  const isSame = read.every(({ version }) => version === generation.version);
  if (isSame && all.size <= MOST_ROWS) generation.rows.set(place.text, all);
  return all;
}
