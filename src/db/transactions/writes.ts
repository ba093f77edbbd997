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
    for (const tables of [inserts, deletes]) {
      for (const table of tables) {
        this.all.add(table);
        this.withRows.add(table);
      }
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

/** The fields of the kysely nodes that write, and of the nodes in them. Each kind has some of them. */
interface Node extends OperationNode {
  into?: Node;
  table?: Node & TableName;
  from?: { froms: Node[] };
  node?: Node;
  with?: { expressions?: { expression: Node }[] };
  onConflict?: { updates?: unknown[] };
}

interface TableName {
  schema?: { name: string };
  identifier: { name: string };
}

const KINDS: Record<string, { does: keyof Writes; table: (node: Node) => Node }> = {
  InsertQueryNode: { does: "inserts", table: ({ into }) => into! },
  UpdateQueryNode: { does: "updates", table: ({ table }) => table! },
  DeleteQueryNode: { does: "deletes", table: ({ from }) => from!.froms[0]! },
};

/** The tables that a statement of the query builder writes to; undefined for a read. */
export function writesOf(query: OperationNode): Writes | undefined {
  const found: Record<keyof Writes, string[]> = { inserts: [], updates: [], deletes: [] };
  visit(query as Node, found);
  return Object.values(found).some((tables) => tables.length > 0) ? found : undefined;
}

/** A statement and those that are named in its `with`. */
function visit(node: Node, found: Record<keyof Writes, string[]>): void {
  const kind = KINDS[node.kind];
  if (kind) {
    const table = tableName(kind.table(node));
    found[kind.does].push(table);
    if (isUpsert(node)) found.updates.push(table);
  }
  for (const { expression } of node.with?.expressions ?? []) visit(expression, found);
}

const isUpsert = ({ onConflict }: Node): boolean => onConflict?.updates !== undefined;

function tableName(node: Node): string {
  if (node.kind === "AliasNode") return tableName(node.node!);
  const { schema, identifier } = node.table!;
  return schema ? `${schema.name}.${identifier.name}` : identifier.name;
}
