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
