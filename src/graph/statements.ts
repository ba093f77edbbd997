import { isIncluded, isVisible, isVisibleByKey, SelectionCompiler, statementName } from "./compile.ts";
import { COUNTED_AT_MOST, type CountStatements, type Statement, TOO_MANY_TO_COUNT } from "./count.ts";
import { FIELDS_VERSION } from "./custom-fields/declared-fields.ts";
import { canHaveFields } from "./custom-fields/selected-fields.ts";
import { deepPage, indexedRow, shallowPage } from "./deep-page.ts";
import { type Entity, quoted } from "./entity.ts";
import type { Compiled } from "./filter.ts";
import { orderBy } from "./order.ts";
import { REFERENCE_DATA_VERSION } from "./reference-data.ts";
import { type CachedRelation, cachedRelations } from "./reference-data-cache.ts";
import type { Registry } from "./registry.ts";
import type { Row } from "./row.ts";
import { rowDecoder } from "./row-decoder.ts";
import { type RequestedSelection, type Selection, selectionOf, type View } from "./selection.ts";

/** A value of a row that is computed with parameters of the request, in addition to the described columns. */
export interface Extra<Name extends string = string, Value = unknown> {
  /** Never set: it carries the type for the row. */
  readonly value?: Value;
  /** Its name in the row. Name and number of values must determine the SQL. */
  readonly name: Name;
  readonly sql: (row: string, parameters: readonly string[]) => string;
  readonly values: readonly unknown[];
}

/** A statement without its values. Without a name it is planned each time. */
export interface Read {
  readonly text: string;
  readonly name: string | undefined;
  readonly isPlannedByValues?: boolean;
  readonly decode: (row: Row) => void;
  /** Relations whose rows come from the reference-data cache. */
  readonly cached: readonly CachedRelation[];
}

export interface Page extends CountStatements {
  readonly rows: Read;
  /** The keys of the rows with their count: one statement. */
  readonly keys: Statement;
}

export interface PageParts extends RequestedSelection {
  filters: readonly Compiled[];
  order: string | readonly string[];
  withDeleted: boolean;
  extras: readonly Extra[];
  context: Extra | undefined;
  /** The offset is large: see `deep-page.ts`. */
  isDeep: boolean;
  /** A filter also searches the fields of the shop. */
  searches: boolean;
}

const named = (text: string) => ({ text, name: statementName(text) });

/** The best plan of a page depends on the values and on the limit. */
const byValues = <Built>(statement: Built) => ({ ...statement, isPlannedByValues: true });

/** The rows of `inner`, each as JSON. */
function reading(inner: string, selection: Selection): Read {
  const cached = cachedRelations(selection);
  const version = cached.length > 0 ? `, ${REFERENCE_DATA_VERSION} as version` : "";
  const fields = canHaveFields(selection) ? `, ${FIELDS_VERSION} as fields` : "";
  return {
    ...named(`select row_to_json(r) as data${version}${fields} from (${inner}) r`),
    decode: rowDecoder(selection),
    cached,
  };
}

const unnamed = <Statements extends Read | Page>(built: Statements): Statements =>
  "rows" in built
    ? {
        ...built,
        rows: { ...built.rows, name: undefined },
        keys: { ...built.keys, name: undefined },
        count: { ...built.count, name: undefined },
        boundedCount: { ...built.boundedCount, name: undefined },
      }
    : { ...built, name: undefined };

/** `$1` is the value that identifies the row; the values of the extras follow. */
export function findStatement(
  registry: Registry,
  view: View,
  { by, extras, ...requested }: RequestedSelection & { by: string; extras: readonly Extra[] },
): Read {
  const selection = selectionOf(registry, view, requested);
  const sql = new SelectionCompiler();
  const row = sql.nextAlias();
  const list = [sql.list(selection, row), ...extraColumns(extras, row, 1)].join(", ");
  const inner = `select ${list} from ${quoted(view.entity.table)} ${row}`;
  const visible = (by === view.entity.key ? isVisibleByKey : isVisible)(view.entity, row);
  const match = `where ${row}."${by}" = $1${visible}`;
  return reading(`${inner} ${match}`, selection);
}

/** The values are those of the filters, then limit and offset, then those of the extras. */
export function pageStatements(registry: Registry, view: View, parts: PageParts): Page {
  const selection = selectionOf(registry, view, parts);
  const sql = new SelectionCompiler();
  const row = sql.nextAlias();
  const { where, parameters } = whereOf(view.entity, parts, row);
  const used = parameters.length;
  const { order } = parts;
  const sorted = order === "" ? `${row}."${view.entity.key}"` : orderBy(registry, view, order, row);
  const from = `from ${quoted(view.entity.table)} ${row} ${where}`;
  // The page comes first: relations are read only for its rows.
  const cut = { row, from, sorted, limit: `$${used + 1}`, offset: `$${used + 2}` };
  const page = parts.isDeep
    ? deepPage(view.entity, cut, indexedRow(view.entity, { ...parts, parameters }, cut.offset))
    : shallowPage(cut);
  const list = [sql.list(selection, row), ...extraColumns(parts.extras, row, used + 2)].join(", ");
  const inner = `select ${list} from (${page}) ${row} order by ${sorted}`;
  const bounded = `select count(*) as count from (select 1 ${from} limit ${COUNTED_AT_MOST}) counted`;
  const isLarge = `(select reltuples from pg_class where oid = '${quoted(view.entity.table)}'::regclass) > ${TOO_MANY_TO_COUNT}`;
  const facts = parts.context ? `, ${extraSql(parts.context, "", used)} as context` : "";
  const count = `case when ${isLarge} then null else (${bounded}) end as count`;
  const keys = `array(select ${row}."${view.entity.key}" from (${page}) ${row} order by ${sorted})::text[] as keys`;
  const fields = parts.searches ? `, ${FIELDS_VERSION} as fields` : "";
  const statements = {
    rows: reading(inner, selection),
    keys: byValues(named(`select ${keys}, ${count}${fields}`)),
    count: byValues(named(`select ${count}${facts}${fields}`)),
    boundedCount: byValues(named(bounded)),
    estimate: { text: `explain (format json) select 1 ${from}`, name: undefined },
  };
  return parts.filters.some((filter) => filter.isPlannedEachTime) ? unnamed(statements) : statements;
}

function whereOf(entity: Entity, { filters, withDeleted }: PageParts, row: string) {
  const parameters: string[] = [];
  const conditions = filters.map((filter) => {
    if (filter.values.length > 0) parameters.push(`$${parameters.length + 1}`);
    return filter.sql(row, parameters.at(-1) ?? "");
  });
  const isByKey = filters.some((filter) => filter.isByKey);
  const visible = withDeleted ? isIncluded(entity, row) : (isByKey ? isVisibleByKey : isVisible)(entity, row);
  return { where: `where ${["true", ...conditions].join(" and ")}${visible}`, parameters };
}

/** `used` parameters come before those of the extra. */
const extraSql = (extra: Extra, row: string, used: number): string =>
  extra.sql(
    row,
    extra.values.map((_, index) => `$${used + index + 1}`),
  );

function extraColumns(extras: readonly Extra[], row: string, used: number): string[] {
  let before = used;
  return extras.map((extra) => {
    const column = `${extraSql(extra, row, before)} as "${extra.name}"`;
    before += extra.values.length;
    return column;
  });
}
