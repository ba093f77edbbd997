import { createHash } from "node:crypto";
import type { Connection } from "../db/database.ts";
import { invalid } from "../kernel/refusal.ts";
import { isAlive, isMeant, SelectionCompiler } from "./compile.ts";
import type { Entity } from "./entity.ts";
import { type Compiled, compileFilter, type Filter } from "./filter.ts";
import { orderBy } from "./order.ts";
import type { Registry } from "./registry.ts";
import { reviverOf } from "./revive.ts";
import { type Selection, selectionOf, type View, type Wanted } from "./selection.ts";

export type Row = Record<string, unknown>;

/** A value computed with parameters of the request, beside what the entity's description has. */
export interface Extra {
  /** Its name in the row. Extras of the same name have the same text. */
  readonly name: string;
  readonly sql: (row: string, parameters: readonly string[]) => string;
  readonly values: readonly unknown[];
}

export interface ListRequest extends Wanted {
  filters?: readonly Filter[];
  /** One field, as requests name it, or several. */
  order?: string | readonly string[];
  limit: number;
  offset: number;
  /** Also rows that were deleted softly. */
  withDeleted?: boolean;
  /** Computed for every row of the page. */
  extras?: readonly Extra[];
  /** Computed once for the whole list, with its count: it has no row. */
  context?: Extra;
}

export interface List {
  rows: Row[];
  count: number;
  context: unknown;
}

interface Read {
  readonly text: string;
  readonly name: string | undefined;
  readonly revive: (row: Row) => void;
}

interface Page {
  readonly rows: Read;
  readonly count: Read;
  /** Asks the planner how many rows there are, where counting them would take too long. */
  readonly estimate: Read;
}

// Requests choose the shape of a statement, so shapes must be bounded: past this many, statements run unnamed.
const MAX_SHAPES = 2_000;

// Counts are exact up to here and estimated beyond (docs/adr/0010-counts-and-offsets.md).
const EXACT_COUNT = 10_000;
// The planner may be wrong, but hardly by more than this.
const SURELY_MORE = 3 * EXACT_COUNT;

/** The read model: any fields, relations, filters, order and page of an entity in one statement. */
export class Graph {
  private readonly shapes = new Map<string, Read | Page>();
  /** Tables with more rows than are ever counted. */
  private readonly largeTables = new Set<string>();

  constructor(
    private readonly db: Connection,
    readonly registry: Registry,
  ) {}

  /** One row by its key (or another unique column), or null. */
  async find(
    view: View,
    value: string,
    wanted: Wanted & { by?: string; on?: Connection; extras?: readonly Extra[] } = {},
  ): Promise<Row | null> {
    const by = wanted.by ?? view.entity.key;
    const extras = wanted.extras ?? [];
    const shape = `one|${viewShape(view)}|${by}|${wanted.fields}|${wanted.expand}|${namesOf(extras)}`;
    const read = this.shape(shape, () => {
      const selection = selectionOf(this.registry, view, wanted);
      const sql = new SelectionCompiler(this.registry);
      const row = sql.nextAlias();
      const list = [sql.list(selection, row), ...extraColumns(extras, row, 1)].join(", ");
      const inner = `select ${list} from "${view.entity.table}" ${row}`;
      const match = `where ${row}."${by}" = $1${isAlive(view.entity, row)}`;
      return read_(`select row_to_json(r) as data from (${inner} ${match}) r`, selection);
    }) as Read;
    const [found] = await this.run(read, [value, ...valuesOf(extras)], wanted.on);
    return found ?? null;
  }

  /** One page and the number of all rows that match: two statements, or three where there are very many rows. */
  async list(view: View, request: ListRequest): Promise<List> {
    const { page, values } = this.prepared(view, request);
    const [rows, counted] = await Promise.all([
      this.pageRows(page, values, request),
      this.counted(page, values, { table: view.entity.table, context: request.context }),
    ]);
    return { rows, ...counted };
  }

  /** Exact up to a bound; beyond it what the planner expects, and never less than what was counted. */
  private async counted(
    page: Page,
    values: unknown[],
    { table, context }: { table: string; context?: Extra },
  ): Promise<{ count: number; context: unknown }> {
    // In a table known to be large the planner is asked first.
    if (this.largeTables.has(table)) {
      const expected = await this.estimate(page, values);
      if (expected > SURELY_MORE) return { count: expected, context: await this.fact(context) };
    }
    const [row] = await this.db.run<{ count: number; context: unknown }>({
      ...page.count,
      values: [...values, ...(context?.values ?? [])],
    });
    const { count = 0, context: facts = null } = row ?? {};
    if (count <= EXACT_COUNT) return { count, context: facts };
    this.largeTables.add(table);
    return { count: Math.max(count, await this.estimate(page, values)), context: facts };
  }

  /** The rows of a list that shows no count: one statement. */
  async rows(view: View, request: ListRequest): Promise<Row[]> {
    const { page, values } = this.prepared(view, request);
    return this.pageRows(page, values, request);
  }

  private pageRows(page: Page, values: unknown[], request: ListRequest): Promise<Row[]> {
    return this.run(page.rows, [...values, request.limit, request.offset, ...valuesOf(request.extras ?? [])]);
  }

  private async fact(context: Extra | undefined): Promise<unknown> {
    if (!context) return null;
    const text = `select ${extraSql(context, "", 0)} as fact`;
    const [row] = await this.db.run<{ fact: unknown }>({ text, name: nameOf(text), values: context.values });
    return row?.fact ?? null;
  }

  private async estimate(page: Page, values: unknown[]): Promise<number> {
    const [plan] = await this.db.run<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>({
      text: page.estimate.text,
      values,
    });
    return plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  }

  private prepared(view: View, request: ListRequest): { page: Page; values: unknown[] } {
    const filters = (request.filters ?? []).map((filter) => compileFilter(view.entity, filter));
    return { page: this.page(view, request, filters), values: filters.flatMap((filter) => filter.values) };
  }

  private page(view: View, request: ListRequest, filters: Compiled[]): Page {
    const { extras = [], context, order = "" } = request;
    const filterShape = filters.map((filter) => filter.shape).join("&");
    const shape = `list|${viewShape(view)}|${request.fields}|${request.expand}|${filterShape}|${JSON.stringify(order)}|${request.withDeleted}|${namesOf(extras)}|${context?.name}`;
    return this.shape(shape, () => {
      const selection = selectionOf(this.registry, view, request);
      const sql = new SelectionCompiler(this.registry);
      const row = sql.nextAlias();
      const { where, used } = this.where(view.entity, filters, row, request.withDeleted ?? false);
      const sorted =
        order === "" ? `${row}."${view.entity.key}"` : orderBy(this.registry, view.entity, order, row);
      // The page is cut first: relations are read only for the rows on it.
      const from = `from "${view.entity.table}" ${row} ${where}`;
      const page = `select * ${from} order by ${sorted} limit $${used + 1} offset $${used + 2}`;
      const list = [sql.list(selection, row), ...extraColumns(extras, row, used + 2)].join(", ");
      const inner = `select ${list} from (${page}) ${row} order by ${sorted}`;
      const counted = `(select 1 ${from} limit ${EXACT_COUNT + 1}) counted`;
      const facts = context ? `, ${extraSql(context, "", used)} as context` : "";
      const statements = {
        rows: read_(`select row_to_json(r) as data from (${inner}) r`, selection),
        count: read_(`select count(*) as count${facts} from ${counted}`, selection),
        estimate: read_(`explain (format json) select 1 ${from}`, selection),
      };
      return filters.some((filter) => filter.isPlannedEachTime) ? unnamed(statements) : statements;
    }) as Page;
  }

  private where(entity: Entity, filters: Compiled[], row: string, withDeleted: boolean) {
    let used = 0;
    const conditions = filters.map((filter) => {
      if (filter.values.length > 0) used++;
      return filter.sql(row, `$${used}`);
    });
    const alive = withDeleted ? isMeant(entity, row) : isAlive(entity, row);
    return { where: `where ${["true", ...conditions].join(" and ")}${alive}`, used };
  }

  private shape(key: string, build: () => Read | Page): Read | Page {
    const known = this.shapes.get(key);
    if (known) return known;
    const built = build();
    if (this.shapes.size >= MAX_SHAPES) return unnamed(built);
    this.shapes.set(key, built);
    return built;
  }

  private async run(read: Read, values: unknown[], on: Connection = this.db): Promise<Row[]> {
    const found = await on.run<{ data: Row }>({ text: read.text, name: read.name, values });
    return found.map(({ data }) => {
      read.revive(data);
      return data;
    });
  }
}

const nameOf = (text: string) =>
  `graph-${createHash("sha256").update(text).digest("base64url").slice(0, 24)}`;

const read_ = (text: string, selection: Selection): Read => ({
  text,
  name: nameOf(text),
  revive: reviverOf(selection),
});

const unnamed = (built: Read | Page): Read | Page =>
  "rows" in built
    ? { ...built, rows: { ...built.rows, name: undefined }, count: { ...built.count, name: undefined } }
    : { ...built, name: undefined };

const namesOf = (extras: readonly Extra[]) => extras.map(({ name }) => name).join();

const valuesOf = (extras: readonly Extra[]) => extras.flatMap(({ values }) => values);

/** `used` parameters come before those of the extra. */
const extraSql = (extra: Extra, row: string, used: number) =>
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

const viewShapes = new WeakMap<View, string>();
let views = 0;

/** Views are constants of the routes, so their identity is their shape. */
function viewShape(view: View): string {
  let shape = viewShapes.get(view);
  if (!shape) {
    shape = `${view.entity.name}#${views++}`;
    viewShapes.set(view, shape);
  }
  return shape;
}

/** `limit` and `offset` as the request sent them, as they are applied. */
export function pageOf(
  asked: { limit?: number; offset?: number },
  { limit, max }: { limit: number; max: number },
): { limit: number; offset: number } {
  if ((asked.limit ?? 0) < 0) throw invalid("limit must not be less than 0");
  if ((asked.offset ?? 0) < 0) throw invalid("offset must not be less than 0");
  const wanted = asked.limit ?? limit;
  return { limit: wanted === 0 || wanted > max ? max : wanted, offset: asked.offset ?? 0 };
}
