import type { Connection } from "../db/database.ts";
import { type Compiled, compileFilter, type Filter } from "./filter.ts";
import type { Registry } from "./registry.ts";
import type { View, Wanted } from "./selection.ts";
import {
  type Extra,
  extraSql,
  findStatement,
  nameOf,
  type Page,
  pageStatements,
  type Read,
  unnamed,
} from "./statements.ts";

export type { Extra } from "./statements.ts";

export type Row = Record<string, unknown>;

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
    const { by = view.entity.key, extras = [], fields, expand } = wanted;
    const shape = `one|${viewShape(view)}|${by}|${fields}|${expand}|${namesOf(extras)}`;
    const read = this.shape(shape, () => findStatement(this.registry, view, { by, extras, fields, expand }));
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

  /** The rows of a list that shows no count: one statement. */
  async rows(view: View, request: ListRequest): Promise<Row[]> {
    const { page, values } = this.prepared(view, request);
    return this.pageRows(page, values, request);
  }

  private pageRows(page: Page, values: unknown[], request: ListRequest): Promise<Row[]> {
    return this.run(page.rows, [...values, request.limit, request.offset, ...valuesOf(request.extras ?? [])]);
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

  private async fact(context: Extra | undefined): Promise<unknown> {
    if (!context) return null;
    const text = `select ${extraSql(context, "", 0)} as fact`;
    const [row] = await this.db.run<{ fact: unknown }>({ text, name: nameOf(text), values: context.values });
    return row?.fact ?? null;
  }

  private async estimate({ estimate }: Page, values: unknown[]): Promise<number> {
    const [plan] = await this.db.run<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>({
      text: estimate.text,
      values,
    });
    return plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  }

  private prepared(view: View, request: ListRequest): { page: Page; values: unknown[] } {
    const filters = (request.filters ?? []).map((filter) => compileFilter(view.entity, filter));
    return { page: this.page(view, request, filters), values: filters.flatMap((filter) => filter.values) };
  }

  private page(view: View, request: ListRequest, filters: Compiled[]): Page {
    const { fields, expand, order = "", withDeleted = false, extras = [], context } = request;
    const conditions = filters.map((filter) => filter.shape).join("&");
    const shape = JSON.stringify([
      viewShape(view),
      fields,
      expand,
      conditions,
      order,
      withDeleted,
      namesOf(extras),
      context?.name,
    ]);
    const countedAtMost = EXACT_COUNT + 1;
    const parts = { fields, expand, filters, order, withDeleted, extras, context, countedAtMost };
    return this.shape(shape, () => pageStatements(this.registry, view, parts));
  }

  private shape<Built extends Read | Page>(key: string, build: () => Built): Built {
    const known = this.shapes.get(key);
    if (known) return known as Built;
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

const namesOf = (extras: readonly Extra[]) => extras.map(({ name }) => name).join();

const valuesOf = (extras: readonly Extra[]) => extras.flatMap(({ values }) => values);

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
