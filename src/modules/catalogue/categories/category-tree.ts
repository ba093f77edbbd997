type Node = Record<string, unknown>;

const picked = (node: Node, fields: readonly string[]): Node =>
  Object.fromEntries(fields.map((name) => [name, node[name]]));

/** Parents and children show these fields, whichever of the category itself were asked for. */
export function withRelatives(category: Node, fields: readonly string[]): Node {
  const { parent_category: parent, category_children: children } = category;
  return {
    ...category,
    ...(parent ? { parent_category: picked(parent as Node, fields) } : {}),
    ...(children ? { category_children: (children as Node[]).map((child) => picked(child, fields)) } : {}),
  };
}

interface Shown {
  fields: readonly string[];
  /** What descendants show more. */
  ofDescendants?: readonly string[];
}

/** Descendants come as one flat list, in the order of siblings; each is put below its parent. */
export function asTree(category: Node, { fields, ofDescendants = [] }: Shown): Node {
  const { category_children: descendants, ...rest } = category;
  if (!descendants) return withRelatives(category, fields);
  const byParent = groupedByParent(descendants as Node[]);
  const childrenOf = (id: unknown): Node[] => {
    const children = byParent.get(id) ?? [];
    // Each is taken once, so that a circle in the data ends.
    byParent.delete(id);
    return children.map((child) => ({
      ...picked(child, [...fields, ...ofDescendants]),
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
