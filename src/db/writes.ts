import type { OperationNode } from "kysely";

/** The tables that a statement changes, by what it does to them. */
export interface Writes {
  readonly inserts?: readonly string[];
  readonly updates?: readonly string[];
  readonly deletes?: readonly string[];
}

/** The tables that the statements of a transaction have changed so far. */
export class WrittenTables {
  private readonly all = new Set<string>();
  private readonly withRows = new Set<string>();

  add({ inserts = [], updates = [], deletes = [] }: Writes): void {
    for (const table of updates) this.all.add(table);
    for (const table of [...inserts, ...deletes]) {
      this.all.add(table);
      this.withRows.add(table);
    }
  }

  get isEmpty(): boolean {
    return this.all.size === 0;
  }

  /** Every table that was written to. */
  tables(): string[] {
    return [...this.all];
  }

  has(table: string): boolean {
    return this.all.has(table);
  }

  /** Whether rows of the table were added or removed. */
  hasRowChanges(table: string): boolean {
    return this.withRows.has(table);
  }
}

type Node = OperationNode & Record<string, unknown>;

const KINDS: Record<string, { does: keyof Writes; table: (node: Node) => unknown }> = {
  InsertQueryNode: { does: "inserts", table: (node) => node["into"] },
  UpdateQueryNode: { does: "updates", table: (node) => node["table"] },
  DeleteQueryNode: { does: "deletes", table: (node) => (node["from"] as { froms: unknown[] }).froms[0] },
};

/** What a statement of the query builder writes; undefined where it only reads. */
export function writesOf(query: OperationNode): Writes | undefined {
  const found: Record<keyof Writes, string[]> = { inserts: [], updates: [], deletes: [] };
  visit(query as Node, found);
  return Object.values(found).some((tables) => tables.length > 0) ? found : undefined;
}

/** A statement and those that are named in its `with`. */
function visit(node: Node, found: Record<keyof Writes, string[]>): void {
  const kind = KINDS[node.kind];
  if (kind) {
    const table = tableName(kind.table(node) as Node);
    found[kind.does].push(table);
    if (isUpsert(node)) found.updates.push(table);
  }
  const named = (node["with"] as { expressions?: { expression: Node }[] } | undefined)?.expressions ?? [];
  for (const { expression } of named) visit(expression, found);
}

const isUpsert = (node: Node): boolean =>
  (node["onConflict"] as { updates?: unknown[] } | undefined)?.updates !== undefined;

interface Named {
  schema?: { name: string };
  identifier: { name: string };
}

function tableName(node: Node): string {
  if (node.kind === "AliasNode") return tableName(node["node"] as Node);
  const { schema, identifier } = node["table"] as Named;
  return schema ? `${schema.name}.${identifier.name}` : identifier.name;
}
