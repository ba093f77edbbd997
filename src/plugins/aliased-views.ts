import {
  type IdentifierNode,
  OperationNodeTransformer,
  type ReferenceNode,
  type RootOperationNode,
} from "kysely";
import { nodesOf } from "./nodes-of.ts";

/**
 * `tradewind_v1.customer as customer` makes Kysely believe that `customer` is a table of the plugin's schema, so references to the
 * alias get the schema as well. They lose it here.
 */
export function referToAliases<Query extends RootOperationNode>(query: Query): Query {
  const aliases = new Set<string>();
  for (const node of nodesOf(query)) if (node.kind === "AliasNode") aliases.add(nameOf(node as never));
  return aliases.size === 0 ? query : new Aliases(aliases).transformNode(query);
}

const nameOf = ({ alias }: { alias: IdentifierNode }): string => alias.name;

class Aliases extends OperationNodeTransformer {
  constructor(private readonly aliases: ReadonlySet<string>) {
    super();
  }

  protected override transformReference(node: ReferenceNode): ReferenceNode {
    const table = node.table?.table;
    if (!table?.schema || !this.aliases.has(table.identifier.name)) return node;
    const { schema: _, ...withoutSchema } = table;
    return { ...node, table: { ...node.table!, table: withoutSchema } };
  }
}
