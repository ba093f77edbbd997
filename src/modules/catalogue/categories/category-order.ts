export interface Ranked {
  id: string;
  rank: number;
}

/** The order of siblings once `id` stands at a rank; without one, or past the end, it is the last. */
export function withPlaced(siblings: readonly Ranked[], id: string, rank?: number): string[] {
  const order = withoutPlaced(siblings, id);
  order.splice(rank ?? order.length, 0, id);
  return order;
}

export const withoutPlaced = (siblings: readonly Ranked[], id: string): string[] =>
  siblings.map((sibling) => sibling.id).filter((each) => each !== id);

/** Those whose rank is not their place in the order, with the rank they get. Ranks have no gaps. */
export function newRanks(siblings: readonly Ranked[], order: readonly string[]): Ranked[] {
  const current = new Map(siblings.map(({ id, rank }) => [id, rank]));
  return order.map((id, rank) => ({ id, rank })).filter(({ id, rank }) => current.get(id) !== rank);
}
