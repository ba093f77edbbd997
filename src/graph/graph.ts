import type { Connection, Tx } from "../db/database.ts";
import { countRows, exactOrEstimated, lastOf } from "./count.ts";
import { isSearch, searchingFields } from "./custom-fields/field-search.ts";
import { isOfFields, readAsKnown, withKnownFields } from "./custom-fields/known-fields.ts";
import { DEEP } from "./deep-page.ts";
import { type Compiled, compileFilter, type Filter } from "./filter.ts";
import { LruCache } from "./lru-cache.ts";
import { ReferenceDataCache } from "./reference-data-cache.ts";
import type { Registry } from "./registry.ts";
import type { ContextIn, RowFor } from "./requested-row.ts";
import type { Row } from "./row.ts";
import type { RequestedSelection, View } from "./selection.ts";
import { namesOf, valuesOf, viewShape } from "./shapes.ts";
import { type Extra, findStatement, type Page, pageStatements, type Read } from "./statements.ts";

export type { ContextIn, ExtrasIn, RowFor } from "./requested-row.ts";
export type { Row } from "./row.ts";
export type { Extra } from "./statements.ts";

/** A row as a statement returns it. */
interface Found {
  data: Row;
  /** The version of the reference data that the statement saw. */
  version?: string;
  /** That of the declarations of custom fields, if the rows may have any. */
  fields?: string;
}

interface FoundKeys extends Pick<Found, "fields"> {
  keys: string[];
  count: number | null;
}

export interface ListRequest extends RequestedSelection {
  filters?: readonly Filter[];
  /** One field, as requests name it, or several. */
  order?: string | readonly string[];
  limit: number;
  offset: number;
  /** Also rows that were deleted softly. */
  withDeleted?: boolean;
  /** Computed for every row of the page. */
  extras?: readonly Extra[];
  /** Computed once for the whole list, together with its count. */
  context?: Extra;
  /** The transaction to read in. */
  on?: Connection;
}

export interface List<R = Row, Context = unknown> {
  rows: R[];
  count: number;
  context: Context;
}

interface FindRequest extends RequestedSelection {
  /** A unique column other than the key. */
  by?: string;
  /** The transaction to read in. */
  on?: Connection;
  extras?: readonly Extra[];
}

// Requests choose the shape of a statement, so their number must be bounded. A connection has a limit of its own for
// prepared statements: see `db/connections/batch.ts`.
const MAX_SHAPES = 2_000;

/** The read model: any fields, relations, filters, order and page of an entity in one statement. */
export class Graph {
  private shapes = new LruCache<Read | Page>(undefined, MAX_SHAPES);
  private referenceData: ReferenceDataCache;

  constructor(
    private readonly db: Connection,
    readonly registry: Registry,
    { isCacheOn = true }: { isCacheOn?: boolean } = {},
  ) {
    this.referenceData = new ReferenceDataCache(isCacheOn);
  }

  /** Number of rows in the reference-data cache. */
  get cachedRows(): number {
    return this.referenceData.size;
  }

  /** Number of compiled shapes. */
  get cachedShapes(): number {
    return this.shapes.size;
  }

  /** The same read model on another database, e.g. a replica. */
  from(db: Connection): Graph {
    const other = new Graph(db, this.registry);
    other.shapes = this.shapes;
    other.referenceData = this.referenceData;
    return other;
  }

  /** One row by its key (or another unique column), or null. */
  // biome-ignore lint/complexity/noBannedTypes: a request without any option.
  async find<V extends View, const Request extends FindRequest = {}>(
    view: V,
    value: string,
    request?: Request,
  ): Promise<RowFor<V, Request> | null> {
    const options: FindRequest = request ?? {};
    const values = [value, ...valuesOf(options.extras ?? [])];
    const read = () => this.run<RowFor<V, Request>>(() => this.one(view, options), values, options.on);
    const [found] = await withKnownFields(this.registry.fields, read);
    return found ?? null;
  }

  /** The same, sent in one message with the commit of a transaction. The result is there after the commit. */
  findWithCommit<V extends View, const Extras extends readonly Extra[]>(
    view: V,
    value: string,
    { tx, extras }: { tx: Tx; extras: Extras },
  ): () => Promise<RowFor<V, { extras: Extras }> | null> {
    const { number } = this.registry.fields;
    const read = this.one(view, { extras });
    const { text, name } = read;
    let found: Found[] = [];
    tx.readWithCommit({ text, name, values: [value, ...valuesOf(extras)] }, (rows) => {
      found = rows as unknown as Found[];
    });
    return async () => {
      if (!(await isOfFields(this.registry.fields, number, { found, on: this.db })))
        return this.find<V, { extras: Extras }>(view, value, { extras });
      return (await this.finished<RowFor<V, { extras: Extras }>>(read, found, this.db))[0] ?? null;
    };
  }

  private one(view: View, request: RequestedSelection & { by?: string; extras?: readonly Extra[] }): Read {
    const { by = view.entity.key, extras = [], fields, expand } = request;
    const shape = `one|${viewShape(view)}|${by}|${fields}|${expand}|${namesOf(extras)}`;
    return this.shape(shape, () => findStatement(this.registry, view, { by, extras, fields, expand }));
  }

  /** One page and the number of all matching rows: two statements, or a few more for very large tables. */
  list<V extends View, const Request extends ListRequest>(
    view: V,
    request: Request,
  ): Promise<List<RowFor<V, Request>, ContextIn<Request>>> {
    return withKnownFields(this.registry.fields, () => this.listKnown(view, request));
  }

  private async listKnown<V extends View, const Request extends ListRequest>(
    view: V,
    request: Request,
  ): Promise<List<RowFor<V, Request>, ContextIn<Request>>> {
    const read = () => ({ ...this.prepared(view, request).page.rows, isPlannedByValues: true });
    // What is searched decides which rows are found, and how many.
    const { counted, rows } = await readAsKnown(this.registry.fields, this.db, async () => {
      const { page, values } = this.prepared(view, request);
      const [rows, counted] = await Promise.all([
        this.pageRows<RowFor<V, Request>>(read, values, request),
        countRows(this.db, page, { values, facts: request.context?.values ?? [] }),
      ]);
      return { found: [counted], counted, rows };
    });
    const count = lastOf(rows.length, request) ?? counted.count;
    return { rows, count, context: counted.context as ContextIn<Request> };
  }

  /** The keys of a page and the number of all matching rows: one statement, or a few more for very large tables. */
  keys(view: View, request: ListRequest): Promise<{ keys: string[]; count: number }> {
    return withKnownFields(this.registry.fields, () => this.keysKnown(view, request));
  }

  private async keysKnown(view: View, request: ListRequest): Promise<{ keys: string[]; count: number }> {
    const { page, values } = this.prepared(view, request);
    const all = [...values, request.limit, request.offset];
    const { found } = await readAsKnown(this.registry.fields, this.db, async () => {
      const { text, name, isPlannedByValues = false } = this.prepared(view, request).page.keys;
      return { found: await this.db.run<FoundKeys>({ text, name, isPlannedByValues, values: all }) };
    });
    const { keys, count } = found[0]!;
    const last = lastOf(keys.length, request);
    return { keys, count: last ?? (await exactOrEstimated(this.db, page, { values, count })) };
  }

  /** The rows of a list without a count: one statement. */
  rows<V extends View, const Request extends ListRequest>(
    view: V,
    request: Request,
  ): Promise<RowFor<V, Request>[]> {
    return withKnownFields(this.registry.fields, async () => {
      const { values } = this.prepared(view, request);
      return this.pageRows(() => this.prepared(view, request).page.rows, values, request);
    });
  }

  private pageRows<R>(read: () => Read, values: unknown[], request: ListRequest): Promise<R[]> {
    const all = [...values, request.limit, request.offset, ...valuesOf(request.extras ?? [])];
    return this.run(read, all, request.on);
  }

  private prepared(view: View, request: ListRequest): { page: Page; values: unknown[] } {
    const filters = (request.filters ?? []).map((filter) => this.compiled(view, filter));
    return { page: this.page(view, request, filters), values: filters.flatMap((filter) => filter.values) };
  }

  private compiled({ entity }: View, filter: Filter): Compiled {
    const compiled = compileFilter(entity, filter);
    return isSearch(filter)
      ? searchingFields(compiled, filter, this.registry.fields.ofTable(entity.table))
      : compiled;
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
    const searches = request.filters?.some(isSearch) ?? false;
    const list = { fields, expand, filters, order, withDeleted, extras, context, isDeep, searches };
    return this.shape(shape, () => pageStatements(this.registry, view, list));
  }

  private shape<Built extends Read | Page>(key: string, build: () => Built): Built {
    const { number } = this.registry.fields;
    const shape = number === 0 ? key : `${number}|${key}`;
    const known = this.shapes.get(shape);
    if (known) return known as Built;
    const built = build();
    this.shapes.set(shape, built);
    return built;
  }

  private async run<R>(build: () => Read, values: unknown[], on: Connection = this.db): Promise<R[]> {
    const { read, found } = await readAsKnown(this.registry.fields, on, async () => {
      const read = build();
      const { text, name, isPlannedByValues = false } = read;
      return { read, found: await on.run<Found>({ text, name, isPlannedByValues, values }) };
    });
    return this.finished(read, found, on);
  }

  /** `R` is right as far as the descriptions of the entities match the database. */
  private async finished<R>(read: Read, found: readonly Found[], on: Connection): Promise<R[]> {
    const rows = found.map(({ data }) => {
      read.decode(data);
      return data;
    });
    const version = found[0]?.version;
    if (version !== undefined) await this.referenceData.fillIn(rows, { relations: read.cached, version, on });
    return rows as R[];
  }
}
