import type { Category } from "./category-queries.ts";

/** Where a category goes: below which one, and at which place there. */
export interface Place {
  parent_category_id: string | null;
  rank: number;
}

export const MOVES = ["up", "down", "in", "out"] as const;
export type Move = (typeof MOVES)[number];

interface Found {
  category: Category;
  siblings: readonly Category[];
  index: number;
  parent: Category | null;
}

function find(tree: readonly Category[], id: string, parent: Category | null = null): Found | null {
  const index = tree.findIndex((category) => category.id === id);
  if (index >= 0) return { category: tree[index]!, siblings: tree, index, parent };
  for (const category of tree) {
    const found = find(category.category_children, id, category);
    if (found) return found;
  }
  return null;
}

/** Where a step of the keyboard leads: among its siblings, below the one above it, or beside its parent. Null: nowhere. */
export function placeAfter(tree: readonly Category[], id: string, move: Move): Place | null {
  const found = find(tree, id);
  if (!found) return null;
  const { siblings, index, parent } = found;
  const parent_category_id = parent?.id ?? null;
  if (move === "up") return index > 0 ? { parent_category_id, rank: index - 1 } : null;
  if (move === "down") return index < siblings.length - 1 ? { parent_category_id, rank: index + 1 } : null;
  if (move === "in") {
    const above = siblings[index - 1];
    return above ? { parent_category_id: above.id, rank: above.category_children.length } : null;
  }
  const grandparent = parent && find(tree, parent.id);
  return grandparent
    ? { parent_category_id: grandparent.parent?.id ?? null, rank: grandparent.index + 1 }
    : null;
}

export interface Drop {
  draggedNode: string;
  targetNode: string;
  position: "before" | "after" | "inside";
}

/** Where a dropped category goes. Null: into itself, or to where it is. */
export function placeOfDrop(
  tree: readonly Category[],
  { draggedNode, targetNode, position }: Drop,
): Place | null {
  const dragged = find(tree, draggedNode);
  const target = find(tree, targetNode);
  if (!dragged || !target || draggedNode === targetNode) return null;
  if (find(dragged.category.category_children, targetNode)) return null;
  if (position === "inside")
    return { parent_category_id: targetNode, rank: target.category.category_children.length };
  const parent_category_id = target.parent?.id ?? null;
  const isSameParent = parent_category_id === (dragged.parent?.id ?? null);
  // Its own place is free once it has left it.
  const shift = isSameParent && dragged.index < target.index ? -1 : 0;
  const rank = target.index + (position === "after" ? 1 : 0) + shift;
  return isSameParent && rank === dragged.index ? null : { parent_category_id, rank };
}
