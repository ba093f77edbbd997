import type { OperationNode } from "kysely";

interface Allowed {
  own: string;
  /** Only to read. */
  views: string;
}

interface TableNode extends OperationNode {
  table: { schema?: { name: string }; identifier: { name: string } };
}

const isTable = (node: OperationNode): node is TableNode => node.kind === "TableNode";

const WRITTEN: Record<string, string> = {
  InsertQueryNode: "into",
  UpdateQueryNode: "table",
  DeleteQueryNode: "from",
  MergeQueryNode: "into",
};

/**
 * Refuses a statement of the query builder that reads other tables, or writes to the views. The texts of raw SQL are not read: a
 * plugin is code that the shop trusts, and this is for its mistakes.
 */
export function refuseOtherTables(query: OperationNode, { own, views }: Allowed): void {
  for (const node of nodesOf(query)) {
    const schema = isTable(node) ? node.table.schema?.name : undefined;
    if (schema !== undefined && schema !== own && schema !== views)
      throw new Error(`a plugin reads its own tables and the views of ${views}: ${schema} is neither`);
    const written = WRITTEN[node.kind];
    if (written === undefined) continue;
    for (const target of nodesOf((node as never)[written]))
      if (isTable(target) && target.table.schema?.name === views)
        throw new Error(
          `${views}.${target.table.identifier.name} can only be read: change the shop with shop.api`,
        );
  }
}

export function* nodesOf(value: unknown): Generator<OperationNode> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  if (typeof (value as OperationNode).kind === "string") yield value as OperationNode;
  for (const each of Object.values(value)) yield* nodesOf(each);
}
