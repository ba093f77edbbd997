type Node = Record<string, unknown>;

const relations = ["parent_category", "category_children", "products"];

const ownFields = (category: Node) => Object.keys(category).filter((name) => !relations.includes(name));

const picked = (node: Node, fields: readonly string[]): Node =>
  Object.fromEntries(fields.map((name) => [name, node[name]]));

/** Whoever asks for the names of categories gets the names of their parents and children, and nothing else. */
export function withSameFields(category: Node): Node {
  const fields = ownFields(category);
  const { parent_category: parent, category_children: children } = category;
  return {
    ...category,
    ...(parent ? { parent_category: picked(parent as Node, fields) } : {}),
    ...(children ? { category_children: (children as Node[]).map((child) => picked(child, fields)) } : {}),
  };
}

/** Descendants come as one flat list, in the order of siblings; each is put below its parent. `also`: what more they show. */
export function asTree(category: Node, also: readonly string[] = []): Node {
  const { category_children: descendants, ...rest } = category;
  if (!descendants) return withSameFields(category);
  const fields = [...ownFields(category), ...also];
  const byParent = groupedByParent(descendants as Node[]);
  const childrenOf = (id: unknown): Node[] => {
    const children = byParent.get(id) ?? [];
    // Each is taken once, so that a circle in the data ends.
    byParent.delete(id);
    return children.map((child) => ({
      ...picked(child, fields),
      category_children: childrenOf(child["id"]),
    }));
  };
  return { ...withSameFields(rest), category_children: childrenOf(category["id"]) };
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
