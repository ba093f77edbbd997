import { kebabCase } from "../../../kernel/kebab-case.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed, notFound } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";

export interface Category {
  id: string;
  name: string;
  description: string;
  handle: string;
  is_active: boolean | null;
  is_internal: boolean | null;
  parent_category_id: string | null;
  metadata: Metadata | null;
}

export interface NewCategory {
  name: string;
  description?: string;
  handle?: string;
  is_active?: boolean;
  is_internal?: boolean;
  /** Null, the text "null" and an empty text mean no parent. */
  parent_category_id?: string | null;
  metadata?: Metadata | null;
  custom_fields?: SentCustomFields;
}

export type CategoryChanges = Partial<NewCategory> & { rank?: number };

// The path of a category contains all its ancestors and is indexed; PostgreSQL limits the length of indexed values.
const MAX_DEPTH = 50;

export const categoryFrom = (id: string, input: NewCategory): Category => ({
  id,
  name: input.name,
  description: input.description ?? "",
  // A name may have no letter or digit.
  handle: input.handle || kebabCase(input.name) || id,
  is_active: input.is_active ?? false,
  is_internal: input.is_internal ?? false,
  parent_category_id: parsedParentId(input.parent_category_id) ?? null,
  metadata: input.metadata ?? null,
});

/**
 * A new name does not change the handle: existing links must stay valid. As in v1, new metadata replaces the old
 * metadata completely.
 */
export function withChanges(category: Category, changes: CategoryChanges): Category {
  const parent = parsedParentId(changes.parent_category_id);
  return {
    id: category.id,
    name: changes.name ?? category.name,
    description: changes.description ?? category.description,
    handle: changes.handle ?? category.handle,
    is_active: changes.is_active ?? category.is_active,
    is_internal: changes.is_internal ?? category.is_internal,
    parent_category_id: parent === undefined ? category.parent_category_id : parent,
    metadata: changes.metadata === undefined ? category.metadata : changes.metadata,
  };
}

const parsedParentId = (sent: string | null | undefined) => (sent === "null" || sent === "" ? null : sent);

export const canMove = (changes: CategoryChanges) =>
  changes.parent_category_id !== undefined || changes.rank !== undefined;

/** `<id>.<id>.`, from the root to the category itself. */
export const pathOf = (ancestors: readonly string[], id: string) =>
  [...ancestors, id].map((each) => `${each}.`).join("");

/** `height`: the number of levels of the category with its descendants. */
export function checkPosition(
  id: string,
  { ancestors, height }: { ancestors: string[]; height: number },
): void {
  if (ancestors.includes(id))
    throw invalid("parent_category_id: a category cannot be moved below itself or one of its descendants");
  if (ancestors.length + height > MAX_DEPTH)
    throw invalid(`parent_category_id: categories can be at most ${MAX_DEPTH} levels deep`);
}

export const categoryNotFound = (id: string) => notFound("ProductCategory", id);

export const categoryHasChildren = (id: string) =>
  notAllowed(`Deleting ProductCategory (${id}) with category children is not allowed`);

export interface RankedCategory {
  id: string;
  rank: number;
}

/** The order of siblings with `id` at the rank; without a rank, or past the end, it is the last. */
export function orderWith(siblings: readonly RankedCategory[], id: string, rank?: number): string[] {
  const order = orderWithout(siblings, id);
  order.splice(rank ?? order.length, 0, id);
  return order;
}

export const orderWithout = (siblings: readonly RankedCategory[], id: string): string[] =>
  siblings.map((sibling) => sibling.id).filter((each) => each !== id);

/** The categories whose rank differs from their index in the order, with their new rank. Ranks have no gaps. */
export function changedRanks(
  siblings: readonly RankedCategory[],
  order: readonly string[],
): RankedCategory[] {
  const current = new Map(siblings.map(({ id, rank }) => [id, rank]));
  return order.map((id, rank) => ({ id, rank })).filter(({ id, rank }) => current.get(id) !== rank);
}
