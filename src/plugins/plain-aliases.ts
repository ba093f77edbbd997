import {
  AliasNode,
  IdentifierNode,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type ReferenceNode,
  type RootOperationNode,
  TableNode,
} from "kysely";

/**
 * Kysely takes an alias that is also the name of a table, `tradewind_v1.customer as customer`, for the table, and writes the schema of
 * the plugin before its columns. They are those of the alias.
 */
export function withPlainAliases(
  query: RootOperationNode,
  { own, nodes }: { own: string; nodes: Iterable<OperationNode> },
): RootOperationNode {
  const aliases = new Set<string>();
  for (const node of nodes)
    if (AliasNode.is(node) && TableNode.is(node.node) && IdentifierNode.is(node.alias))
      aliases.add(node.alias.name);
  return aliases.size === 0 ? query : new PlainAliases(own, aliases).transformNode(query);
}

class PlainAliases extends OperationNodeTransformer {
  constructor(
    private readonly own: string,
    private readonly aliases: ReadonlySet<string>,
  ) {
    super();
  }

  protected override transformReference(node: ReferenceNode, queryId?: QueryId): ReferenceNode {
    const reference = super.transformReference(node, queryId);
    const table = reference.table?.table;
    const isAlias = table?.schema?.name === this.own && this.aliases.has(table.identifier.name);
    return isAlias ? { ...reference, table: TableNode.create(table.identifier.name) } : reference;
  }
}
