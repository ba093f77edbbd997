import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryId,
  type QueryResult,
} from "kysely";
import { affectedRows, type Connection } from "../db/database.ts";
import { writesOf } from "../db/transactions/writes.ts";
import { SHOP_VIEWS } from "./installed-plugin.ts";
import { refuseOtherStatements } from "./own-statements.ts";
import { nodesOf, refuseOtherTables } from "./own-tables.ts";
import { withPlainAliases } from "./plain-aliases.ts";
import type { PluginDb } from "./ports/database.ts";

/** What runs the statements of a plugin: a connection or a transaction. */
export type Statements = Pick<Connection, "run">;

/** A Kysely of a plugin: its own schema, and the views of the shop. Its statements run on the connection or in the transaction. */
export function pluginDatabase<Tables>(connection: Statements, schema: string): PluginDb<Tables> {
  const checked = new WeakSet<QueryId>();
  const database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ConnectionDriver(connection, checked),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return database.withSchema(schema).withPlugin(onlyTablesOf(schema, checked)) as unknown as PluginDb<Tables>;
}

const onlyTablesOf = (schema: string, checked: WeakSet<QueryId>): KyselyPlugin => ({
  transformQuery({ node, queryId }) {
    checked.add(queryId);
    refuseOtherTables(node, { own: schema, views: SHOP_VIEWS });
    return withPlainAliases(node, { own: schema, nodes: nodesOf(node) });
  },
  transformResult: async ({ result }) => result,
});

class ConnectionDriver implements Driver {
  constructor(
    private readonly connection: Statements,
    private readonly checked: WeakSet<QueryId>,
  ) {}

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new StatementConnection(this.connection, this.checked);
  }
  beginTransaction = refuseTransaction;
  commitTransaction = refuseTransaction;
  rollbackTransaction = refuseTransaction;
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** The server repeats transactions after a deadlock, and records what they announce. */
async function refuseTransaction(): Promise<void> {
  throw new Error("use shop.transaction(async (tx) => …) in place of db.transaction()");
}

const isMissingTable = (error: unknown): boolean => (error as { code?: string }).code === "42P01";

/** A mistake of the plugin. For the shop, a table that is missing means that the database cannot be used for the moment. */
const missingTable = (error: Error) =>
  new Error(
    `${error.message}: there are the tables of the plugin's migrations, and the views of ${SHOP_VIEWS}`,
    {
      cause: error,
    },
  );

class StatementConnection implements DatabaseConnection {
  constructor(
    private readonly connection: Statements,
    private readonly checked: WeakSet<QueryId>,
  ) {}

  async executeQuery<Row>({ sql, parameters, query, queryId }: CompiledQuery): Promise<QueryResult<Row>> {
    // Without its plugin, Kysely would look for the tables in the schema of the shop.
    if (query.kind !== "RawNode" && !this.checked.has(queryId))
      throw new Error("a plugin uses shop.db as it is: withoutPlugins() is not for it");
    refuseOtherStatements(sql);
    const writes = writesOf(query);
    const rows = await this.connection
      .run<Row>({ text: sql, values: parameters, writes, isCounted: true })
      .catch((error) => {
        throw isMissingTable(error) ? missingTable(error) : error;
      });
    return { rows, numAffectedRows: affectedRows(rows) };
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("rows cannot be streamed: read them in pages");
  }
}
