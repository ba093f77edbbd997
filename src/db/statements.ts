import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import { type Refusals, refusalOf } from "./constraint.ts";
import type { Connection, Sql, Tx } from "./database.ts";
import type { Tables } from "./tables.ts";
import { type Writes, writesOf } from "./transactions/writes.ts";

/** Kysely as a typed writer of SQL; it never runs anything itself. */
export const sqlFor = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** For statements whose shape differs from call to call: built and planned each time. */
export function run<Row>(on: Connection, query: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters: values, query: node } = query.compile();
  return on.run<Row>({ text, values, writes: writesOf(node) });
}

class Placeholder {
  constructor(readonly name: string) {}
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/**
 * A statement compiled once and run by name. `build` sees placeholders in place of the parameters:
 *
 *     const findByEmail = compiled("customer-by-email", (db, p: { email: string }) =>
 *       db.selectFrom("customer").selectAll().where("email", "=", p.email));
 *     const [customer] = await findByEmail(tx, { email });
 */
export function compiled<Params extends object, Row>(
  name: string,
  build: (db: typeof sqlFor, params: Params) => Compilable<Row>,
): (on: Connection, params: Params) => Promise<Row[]> {
  const bound = binder(name, build);
  return (on, params) => on.run<Row>(bound(params));
}

/** The SQL, built at the first call, with the values of each call. Plain SQL has to declare what it writes. */
function binder<Params extends object, Row>(
  name: string,
  build: (db: typeof sqlFor, params: Params) => Compilable<Row>,
  declared?: Writes,
): (params: Params) => Sql {
  let ready: { text: string; writes: Writes | undefined; parameters: readonly unknown[] } | undefined;
  return (params) => {
    if (!ready) {
      const { sql: text, parameters, query } = build(sqlFor, placeholders as Params).compile();
      ready = { text, writes: declared ?? writesOf(query), parameters };
    }
    const values = ready.parameters.map((value) =>
      value instanceof Placeholder ? (params as Record<string, unknown>)[value.name] : value,
    );
    return { name, text: ready.text, values, writes: ready.writes };
  };
}

/** The same for a read that is clearer as plain SQL: `compiledSql("name", (p: { id: string }) => sql`…`)`. */
export const compiledSql = <Params extends object, Row>(
  name: string,
  build: (params: Params) => RawBuilder<Row>,
): ((on: Connection, params: Params) => Promise<Row[]>) =>
  compiled<Params, Row>(name, (db, params) => ({ compile: () => build(params).compile(db) }));

/**
 * The same for a change that the caller waits for: because it needs the returned rows, or (`Row` is `unknown`) because the
 * change must have succeeded, or failed here, before the next step. See `compiledWrite` for changes that can wait.
 */
export function compiledReturningWrite<Params extends object, Row>(
  name: string,
  writes: Writes,
  build: (params: Params) => RawBuilder<Row>,
): (on: Connection, params: Params) => Promise<Row[]> {
  const bound = binder<Params, Row>(
    name,
    (db, params) => ({ compile: () => build(params).compile(db) }),
    writes,
  );
  return (on, params) => on.run<Row>(bound(params));
}

/**
 * A statement without a result. In a transaction it is sent together with the next one that has a result, so its error is
 * thrown there. `refusals` translates violated constraints.
 */
export function compiledWrite<Params extends object>(
  name: string,
  writes: Writes,
  build: (params: Params) => RawBuilder<unknown>,
): (on: Connection, params: Params, refusals?: Refusals) => Promise<void> {
  const bound = binder<Params, unknown>(
    name,
    (db, params) => ({ compile: () => build(params).compile(db) }),
    writes,
  );
  return (on, params, refusals) =>
    on.write(bound(params), refusals && ((error) => refusalOf(error, refusals)));
}

/** A part of a statement that changes tables. The module that owns the tables makes it; others put it into their `with`. */
export interface WritePart<Params> {
  (params: Params): RawBuilder<unknown>;
  readonly writes: Writes;
}

/** The tables are declared where the SQL is, as for a whole statement. */
export const writePart = <Params>(
  writes: Writes,
  build: (params: Params) => RawBuilder<unknown>,
): WritePart<Params> => Object.assign((params: Params) => build(params), { writes });

/** The tables that a statement and its parts of other modules write to. */
export const withParts = (own: Writes, parts: readonly { writes: Writes }[]): Writes => {
  const all = [own, ...parts.map(({ writes }) => writes)];
  const tables = (does: keyof Writes) => [...new Set(all.flatMap((writes) => writes[does] ?? []))];
  return { inserts: tables("inserts"), updates: tables("updates"), deletes: tables("deletes") };
};

/** An optimistic check: see `requireUnchanged` of `Tx`. */
export function compiledCheck<Params extends object>(
  name: string,
  build: (params: Params) => RawBuilder<boolean>,
): (tx: Tx, params: Params, onChanged?: () => void) => void {
  const bound = binder<Params, unknown>(name, (db, params) => ({
    compile: () => sql`select tradewind.assert_unchanged(${build(params)})`.compile(db),
  }));
  return (tx, params, onChanged) => tx.requireUnchanged(bound(params), onChanged);
}
