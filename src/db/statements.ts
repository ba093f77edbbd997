import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from "kysely";
import type { Connection } from "./database.ts";
import type { Tables } from "./tables.ts";

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
  const { sql: text, parameters: values } = query.compile();
  return on.run<Row>({ text, values });
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
  let ready: { text: string; parameters: readonly unknown[] } | undefined;
  return (on, params) => {
    if (!ready) {
      const { sql: text, parameters } = build(sqlFor, placeholders as Params).compile();
      ready = { text, parameters };
    }
    const values = ready.parameters.map((value) =>
      value instanceof Placeholder ? (params as Record<string, unknown>)[value.name] : value,
    );
    return on.run<Row>({ name, text: ready.text, values });
  };
}

/** The same for a statement that reads best as plain SQL: `compiledSql("name", (p: { id: string }) => sql`…`)`. */
export const compiledSql = <Params extends object, Row>(
  name: string,
  build: (params: Params) => RawBuilder<Row>,
): ((on: Connection, params: Params) => Promise<Row[]>) =>
  compiled<Params, Row>(name, (db, params) => ({ compile: () => build(params).compile(db) }));
