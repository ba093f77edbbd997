/** A request that waits. */
export interface Turn {
  caller: string;
  /** As `performance.now` has it. */
  since: number;
  start(): void;
  refuse(): void;
}

/** Requests that wait. Callers take turns, so that one with many requests delays only itself. */
export class TurnQueue {
  size = 0;
  /** So many more have come than were taken, ever; those who gave up count as neither. */
  surplus = 0;
  /** Infinity while it is empty. */
  notEmptySince = Number.POSITIVE_INFINITY;
  /** In the order of their turns. */
  private readonly callers = new Map<string, Set<Turn>>();

  add(turn: Turn): void {
    if (this.size === 0) this.notEmptySince = turn.since;
    this.size++;
    this.surplus++;
    const own = this.callers.get(turn.caller);
    if (own) own.add(turn);
    else this.callers.set(turn.caller, new Set([turn]));
  }

  /** Takes the next one of those whose caller may start one. */
  next(canStart: (caller: string) => boolean): Turn | undefined {
    for (const [caller, own] of this.callers) {
      if (!canStart(caller)) continue;
      const [first] = own;
      this.remove(first!);
      this.surplus--;
      // The caller's next turn comes after those of the others.
      if (this.callers.delete(caller)) this.callers.set(caller, own);
      return first;
    }
    return undefined;
  }

  has(caller: string): boolean {
    return this.callers.has(caller);
  }

  remove(turn: Turn): void {
    const own = this.callers.get(turn.caller);
    if (!own?.delete(turn)) return;
    this.size--;
    if (own.size === 0) this.callers.delete(turn.caller);
    if (this.size === 0) this.notEmptySince = Number.POSITIVE_INFINITY;
  }

  /** Those that have waited since then, or for longer. */
  waitingSince(time: number): Turn[] {
    const late: Turn[] = [];
    for (const own of this.callers.values()) for (const turn of own) if (turn.since <= time) late.push(turn);
    return late;
  }
}
