import type { Connection } from "../db/database.ts";
import { countRows } from "./count.ts";
import { DEEP } from "./deep-page.ts";
import { type Compiled, compileFilter, type Filter } from "./filter.ts";
import { KeptRows } from "./kept-rows.ts";
import type { Registry } from "./registry.ts";
import type { View, Wanted } from "./selection.ts";
import { type Extra, findStatement, type Page, pageStatements, type Read, unnamed } from "./statements.ts";

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
  /** The transaction to read in. */
  on?: Connection;
}

export interface List {
  rows: Row[];
  count: number;
  context: unknown;
}

// Requests choose the shape of a statement, so shapes must be bounded: past this many, statements run unnamed.
const MAX_SHAPES = 2_000;

/** The read model: any fields, relations, filters, order and page of an entity in one statement. */
export class Graph {
  private readonly shapes = new Map<string, Read | Page>();
  private readonly keptRows = new KeptRows();

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

  /** One page and the number of all rows that match: two statements, or some more where there are very many rows. */
  async list(view: View, request: ListRequest): Promise<List> {
    const { page, values } = this.prepared(view, request);
    const [rows, counted] = await Promise.all([
      this.pageRows(page, values, request),
      countRows(this.db, page, { values, facts: request.context?.values ?? [] }),
    ]);
    return { rows, ...counted };
  }

  /** The rows of a list that shows no count: one statement. */
  async rows(view: View, request: ListRequest): Promise<Row[]> {
    const { page, values } = this.prepared(view, request);
    return this.pageRows(page, values, request);
  }

  private pageRows(page: Page, values: unknown[], request: ListRequest): Promise<Row[]> {
    const all = [...values, request.limit, request.offset, ...valuesOf(request.extras ?? [])];
    return this.run(page.rows, all, request.on);
  }

  private prepared(view: View, request: ListRequest): { page: Page; values: unknown[] } {
    const filters = (request.filters ?? []).map((filter) => compileFilter(view.entity, filter));
    return { page: this.page(view, request, filters), values: filters.flatMap((filter) => filter.values) };
  }

  private page(view: View, request: ListRequest, filters: Compiled[]): Page {
    const { fields, expand, order = "", withDeleted = false, extras = [], context } = request;
    const isDeep = request.offset >= DEEP && view.entity.key === "id";
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
      isDeep,
    ]);
    const parts = { fields, expand, filters, order, withDeleted, extras, context, isDeep };
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
    const found = await on.run<{ data: Row; kept?: string }>({ text: read.text, name: read.name, values });
    const rows = found.map(({ data }) => {
      read.revive(data);
      return data;
    });
    const version = found[0]?.kept;
    if (version !== undefined) await this.keptRows.putInto(rows, { places: read.kept, version, on });
    return rows;
  }
}

const namesOf = (extras: readonly Extra[]) =>
  extras.map(({ name, values }) => `${name}/${values.length}`).join();

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
