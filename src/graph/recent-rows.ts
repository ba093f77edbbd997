const MOST = 10_000;

/**
 * What was read a moment ago and is likely to be asked for again. Whoever uses it checks by a statement that it is still
 * right: without it answers are the same, only later.
 */
export class RecentRows<Kept> {
  private readonly rows = new Map<string, Kept>();

  get(key: string): Kept | undefined {
    const found = this.rows.get(key);
    if (found === undefined) return undefined;
    // The one that was not asked for the longest time goes first.
    this.rows.delete(key);
    this.rows.set(key, found);
    return found;
  }

  keep(key: string, row: Kept): void {
    this.rows.delete(key);
    this.rows.set(key, row);
    if (this.rows.size > MOST) this.rows.delete(this.rows.keys().next().value!);
  }

  forget(key: string): void {
    this.rows.delete(key);
  }
}
