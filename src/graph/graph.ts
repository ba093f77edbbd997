import { createHash } from "node:crypto";
import type { Connection } from "../db/database.ts";
import { invalid } from "../kernel/refusal.ts";
import { isAlive, SelectionCompiler } from "./compile.ts";
import type { Entity } from "./entity.ts";
import { type Compiled, compileFilter, type Filter } from "./filter.ts";
import { orderBy } from "./order.ts";
import type { Registry } from "./registry.ts";
import { reviverOf } from "./revive.ts";
import { type Selection, selectionOf, type View, type Wanted } from "./selection.ts";

export type Row = Record<string, unknown>;

export interface ListRequest extends Wanted {
  filters?: readonly Filter[];
  order?: string;
  limit: number;
  offset: number;
  /** Also rows that were deleted softly. */
  withDeleted?: boolean;
}

interface Read {
  readonly text: string;
  readonly name: string | undefined;
  readonly revive: (row: Row) => void;
}

interface Page {
  readonly rows: Read;
  readonly count: Read;
}

// Requests choose the shape of a statement, so shapes must be bounded: past this many, statements run unnamed.
const MAX_SHAPES = 2_000;

/** The read model: any fields, relations, filters, order and page of an entity in one statement. */
export class Graph {
  private readonly shapes = new Map<string, Read | Page>();

  constructor(
    private readonly db: Connection,
    readonly registry: Registry,
  ) {}

  /** One row by its key (or another unique column), or null. */
  async find(
    view: View,
    value: string,
    wanted: Wanted & { by?: string; on?: Connection } = {},
  ): Promise<Row | null> {
    const by = wanted.by ?? view.entity.key;
    const read = this.shape(`one|${viewShape(view)}|${by}|${wanted.fields}|${wanted.expand}`, () => {
      const selection = selectionOf(this.registry, view, wanted);
      const sql = new SelectionCompiler(this.registry);
      const row = sql.nextAlias();
      const inner = `select ${sql.list(selection, row)} from "${view.entity.table}" ${row}`;
      const match = `where ${row}."${by}" = $1${isAlive(view.entity, row)}`;
      return read_(`select row_to_json(r) as data from (${inner} ${match}) r`, selection);
    }) as Read;
    const [found] = await this.run(read, [value], wanted.on);
    return found ?? null;
  }

  /** One page and the number of all rows that match: two statements. */
  async list(view: View, request: ListRequest): Promise<{ rows: Row[]; count: number }> {
    const filters = (request.filters ?? []).map((filter) => compileFilter(view.entity, filter));
    const page = this.page(view, request, filters);
    const values = filters.flatMap((filter) => filter.values);
    const [rows, counts] = await Promise.all([
      this.run(page.rows, [...values, request.limit, request.offset]),
      this.db.run<{ count: number }>({ ...page.count, values }),
    ]);
    return { rows, count: counts[0]?.count ?? 0 };
  }

  private page(view: View, request: ListRequest, filters: Compiled[]): Page {
    const order = request.order ?? "";
    const filterShape = filters.map((filter) => filter.shape).join("&");
    const shape = `list|${viewShape(view)}|${request.fields}|${request.expand}|${filterShape}|${order}|${request.withDeleted}`;
    return this.shape(shape, () => {
      const selection = selectionOf(this.registry, view, request);
      const sql = new SelectionCompiler(this.registry);
      const row = sql.nextAlias();
      const { where, used } = this.where(view.entity, filters, row, request.withDeleted ?? false);
      const sorted =
        order === "" ? `${row}."${view.entity.key}"` : orderBy(this.registry, view.entity, order, row);
      // The page is cut first: relations are read only for the rows on it.
      const page = `select * from "${view.entity.table}" ${row} ${where} order by ${sorted} limit $${used + 1} offset $${used + 2}`;
      const inner = `select ${sql.list(selection, row)} from (${page}) ${row} order by ${sorted}`;
      return {
        rows: read_(`select row_to_json(r) as data from (${inner}) r`, selection),
        count: read_(`select count(*) from "${view.entity.table}" ${row} ${where}`, selection),
      };
    }) as Page;
  }

  private where(entity: Entity, filters: Compiled[], row: string, withDeleted: boolean) {
    let used = 0;
    const conditions = filters.map((filter) => {
      if (filter.values.length > 0) used++;
      return filter.sql(row, `$${used}`);
    });
    const alive = withDeleted ? "" : isAlive(entity, row);
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

const read_ = (text: string, selection: Selection): Read => ({
  text,
  name: `graph-${createHash("sha256").update(text).digest("base64url").slice(0, 24)}`,
  revive: reviverOf(selection),
});

const unnamed = (built: Read | Page): Read | Page =>
  "rows" in built
    ? { rows: { ...built.rows, name: undefined }, count: { ...built.count, name: undefined } }
    : { ...built, name: undefined };

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
