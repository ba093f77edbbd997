import type { Connection } from "../db/database.ts";
import { isJoined } from "../db/transactions/joined-transaction.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import { deepFreeze } from "../kernel/deep-freeze.ts";
import { isNotDeletedByKey, SelectionCompiler, statementName } from "./compile.ts";
import { quoted, type ToOne } from "./entity.ts";
import { isReadFromCache, REFERENCE_DATA_VERSION } from "./reference-data.ts";
import type { Row } from "./row.ts";
import { rowDecoder } from "./row-decoder.ts";
import type { Selection } from "./selection.ts";

/** A relation of a selection whose rows come from the cache, and the statement that reads those that are missing. */
export interface CachedRelation {
  /** The relations that lead there; its own name is the last. */
  readonly path: readonly string[];
  readonly text: string;
  readonly name: string;
  readonly decode: (row: Row) => void;
}

export function cachedRelations(selection: Selection): CachedRelation[] {
  return [...selection.relations].flatMap(([name, next]) => {
    const relation = selection.entity.relations[name]!;
    if (isReadFromCache(relation, next)) return [cachedRelation(name, relation, next)];
    return cachedRelations(next).map((cached) => ({ ...cached, path: [name, ...cached.path] }));
  });
}

function cachedRelation(name: string, relation: ToOne, next: Selection): CachedRelation {
  const sql = new SelectionCompiler();
  const row = sql.nextAlias();
  const key = `${row}."${relation.otherColumn}"`;
  const isHidden = next.entity.softDelete && !relation.includesDeleted;
  const condition = isHidden ? ` and ${isNotDeletedByKey(row)}` : "";
  const inner = `select ${sql.list(next, row)} from ${quoted(next.entity.table)} ${row}
    where ${key} = requested.key${condition}`;
  const text = `select requested.key, ${REFERENCE_DATA_VERSION} as version,
      (select row_to_json(r) from (${inner}) r) as data
    from unnest($1::text[]) as requested(key)`;
  return { path: [name], text, name: statementName(text, "cached"), decode: rowDecoder(next) };
}

/** All rows that were read at the same version, by statement and key. */
interface Generation {
  version: string;
  rows: Map<string, Map<string, Row | null>>;
}

/** Of one statement. */
const MAX_ROWS = 2_000;

// Requests choose the fields, and each choice is a statement of its own.
const MAX_STATEMENTS = 200;

const newGeneration = (version: string): Generation => ({ version, rows: new BoundedMap(MAX_STATEMENTS) });

/**
 * Rows that hardly ever change, such as the region of a cart with its countries (docs/adr/0014-reference-data-cache.md).
 * A statement that reads a cart also returns the version of the reference data that it sees. Rows that this process read
 * at that version are put into the result; all others are read. So a cached answer is never older than a plain read.
 */
export class ReferenceDataCache {
  private generation = newGeneration("");

  constructor(private readonly isOn = true) {}

  /** Number of cached rows. */
  get size(): number {
    return [...this.generation.rows.values()].reduce((sum, rows) => sum + rows.size, 0);
  }

  /** The rows of this version, for one answer only if the cache is off. */
  private at(version: string): Generation {
    if (isJoined()) return newGeneration(version);
    const generation = this.generation.version === version ? this.generation : newGeneration(version);
    if (this.isOn) this.generation = generation;
    return generation;
  }

  async fillIn(
    rows: readonly Row[],
    { relations, version, on }: { relations: readonly CachedRelation[]; version: string; on: Connection },
  ): Promise<void> {
    const generation = this.at(version);
    for (const relation of relations) {
      const parents = rows.flatMap((row) => parentsIn(row, relation.path));
      const name = relation.path.at(-1)!;
      const keys = parents.flatMap((parent) => (typeof parent[name] === "string" ? [parent[name]] : []));
      if (keys.length === 0) continue;
      const found = await findRows(generation, relation, { keys: [...new Set(keys)], on });
      for (const parent of parents) parent[name] = found.get(parent[name] as string) ?? null;
    }
  }
}

/** The rows that have the last relation of the path. */
function parentsIn(row: Row, path: readonly string[]): Row[] {
  if (path.length === 1) return [row];
  const [first, ...rest] = path as [string, ...string[]];
  const next = row[first];
  if (Array.isArray(next)) return next.flatMap((each) => parentsIn(each as Row, rest));
  return next ? parentsIn(next as Row, rest) : [];
}

async function findRows(
  generation: Generation,
  relation: CachedRelation,
  { keys, on }: { keys: string[]; on: Connection },
): Promise<ReadonlyMap<string, Row | null>> {
  const cached = generation.rows.get(relation.text) ?? new Map<string, Row | null>();
  const missing = keys.filter((key) => !cached.has(key));
  if (missing.length === 0) return cached;
  const read = await on.run<{ key: string; version: string; data: Row | null }>({
    text: relation.text,
    name: relation.name,
    values: [missing],
  });
  const all = new Map(cached);
  for (const { key, data } of read) {
    if (data) relation.decode(data);
    all.set(key, deepFreeze(data));
  }
  // A write came in between: the rows are right for this answer, but they are not of this generation.
  const isSameVersion = read.every(({ version }) => version === generation.version);
  if (isSameVersion && all.size <= MAX_ROWS) generation.rows.set(relation.text, all);
  return all;
}
