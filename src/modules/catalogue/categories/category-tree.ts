type Node = Record<string, unknown>;

const pick = (node: Node, fields: readonly string[]): Node =>
  Object.fromEntries(fields.map((name) => [name, node[name]]));

/** Reduces parents and children to these fields, whatever fields the request selects for the category itself. */
export function withRelatives(category: Node, fields: readonly string[]): Node {
  const { parent_category: parent, category_children: children } = category;
  return {
    ...category,
    ...(parent ? { parent_category: pick(parent as Node, fields) } : {}),
    ...(children ? { category_children: (children as Node[]).map((child) => pick(child, fields)) } : {}),
  };
}

interface TreeFields {
  fields: readonly string[];
  /** Additional fields of descendants. */
  extraDescendantFields?: readonly string[];
}

/** Builds the tree from the flat list of descendants, which is in sibling order. */
export function asTree(category: Node, { fields, extraDescendantFields = [] }: TreeFields): Node {
  const { category_children: descendants, ...rest } = category;
  if (!descendants) return withRelatives(category, fields);
  const byParent = groupedByParent(descendants as Node[]);
  const childrenOf = (id: unknown): Node[] => {
    const children = byParent.get(id) ?? [];
    // Each node is used once, so that a cycle in the data ends.
    byParent.delete(id);
    return children.map((child) => ({
      ...pick(child, [...fields, ...extraDescendantFields]),
      category_children: childrenOf(child["id"]),
    }));
  };
  return { ...withRelatives(rest, fields), category_children: childrenOf(category["id"]) };
}

function groupedByParent(nodes: readonly Node[]): Map<unknown, Node[]> {
  const groups = new Map<unknown, Node[]>();
  for (const node of nodes) {
    const parent = node["parent_category_id"];
    const group = groups.get(parent);
    if (group) group.push(node);
    else groups.set(parent, [node]);
  }
  return groups;
}
