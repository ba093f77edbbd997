const MOST = 10_000;

/**
 * What was read a moment ago and is likely to be asked for again. Whoever uses it checks by a statement that it is still
 * right: without it answers are the same, only later. What has many parts takes the room of many.
 */
export class RecentRows<Kept> {
  private readonly rows = new Map<string, { row: Kept; weight: number }>();
  private weight = 0;

  constructor(private readonly weightOf: (row: Kept) => number = () => 1) {}

  get(key: string): Kept | undefined {
    const found = this.rows.get(key);
    if (found === undefined) return undefined;
    // The one that was not asked for the longest time goes first.
    this.rows.delete(key);
    this.rows.set(key, found);
    return found.row;
  }

  keep(key: string, row: Kept): void {
    this.forget(key);
    const weight = this.weightOf(row);
    this.rows.set(key, { row, weight });
    this.weight += weight;
    while (this.weight > MOST) this.forget(this.rows.keys().next().value!);
  }

  forget(key: string): void {
    const gone = this.rows.get(key);
    if (gone === undefined) return;
    this.rows.delete(key);
    this.weight -= gone.weight;
  }
}

/** A memory for each read model: what a process remembers belongs to the place it was read from. */
export function recentRowsOf<Kept>(weightOf?: (row: Kept) => number): (graph: object) => RecentRows<Kept> {
  const memories = new WeakMap<object, RecentRows<Kept>>();
  return (graph) => {
    const known = memories.get(graph) ?? new RecentRows<Kept>(weightOf);
    memories.set(graph, known);
    return known;
  };
}
