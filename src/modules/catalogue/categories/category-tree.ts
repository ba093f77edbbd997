import type { CategoryRow } from "./categories-graph.ts";

/** A category with the fields that the route returns, which for parents and children are fewer. */
export type ShownCategory = Partial<Omit<CategoryRow, "parent_category" | "category_children">> & {
  parent_category?: ShownCategory | null;
  category_children?: ShownCategory[];
};

type Fields = readonly (keyof CategoryRow)[];

const pick = (category: CategoryRow, fields: Fields): ShownCategory =>
  Object.fromEntries(fields.map((name) => [name, category[name]]));

/** Reduces parents and children to these fields. The request selects fields of the category itself only. */
export function withRelatives(category: CategoryRow, fields: Fields): ShownCategory {
  const { parent_category: parent, category_children: children } = category;
  return {
    ...category,
    ...(parent ? { parent_category: pick(parent, fields) } : {}),
    ...(children ? { category_children: children.map((child) => pick(child, fields)) } : {}),
  };
}

interface TreeFields {
  fields: Fields;
  /** Additional fields of descendants. */
  extraDescendantFields?: Fields;
}

/** Builds the tree from the flat list of descendants, which is in sibling order. */
export function asTree(
  category: CategoryRow,
  { fields, extraDescendantFields = [] }: TreeFields,
): ShownCategory {
  const { category_children: descendants, ...rest } = category;
  if (!descendants) return withRelatives(category, fields);
  const byParent = groupedByParent(descendants);
  const childrenOf = (id: string): ShownCategory[] => {
    const children = byParent.get(id) ?? [];
    // Each node is used once, so that a cycle in the data ends.
    byParent.delete(id);
    return children.map((child) => ({
      ...pick(child, [...fields, ...extraDescendantFields]),
      category_children: childrenOf(child.id),
    }));
  };
  return { ...withRelatives(rest, fields), category_children: childrenOf(category.id) };
}

function groupedByParent(categories: readonly CategoryRow[]) {
  const groups = new Map<string | null | undefined, CategoryRow[]>();
  for (const category of categories) {
    const group = groups.get(category.parent_category_id);
    if (group) group.push(category);
    else groups.set(category.parent_category_id, [category]);
  }
  return groups;
}
