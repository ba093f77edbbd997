const MAX_WEIGHT = 10_000;

/**
 * The most recently used values of a process. Those who cache rows verify with a statement that a value is still current:
 * without the cache answers are the same, only slower. Values with many parts count as many.
 */
export class LruCache<Value> {
  private readonly entries = new Map<string, { value: Value; weight: number }>();
  private weight = 0;

  constructor(
    private readonly weightOf: (value: Value) => number = () => 1,
    private readonly maxWeight = MAX_WEIGHT,
  ) {}

  /** The weight of all values, at most `maxWeight`. */
  get size(): number {
    return this.weight;
  }

  get(key: string): Value | undefined {
    const found = this.entries.get(key);
    if (found === undefined) return undefined;
    // A Map iterates in the order of insertion: the first entry is the least recently used one.
    this.entries.delete(key);
    this.entries.set(key, found);
    return found.value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const weight = this.weightOf(value);
    this.entries.set(key, { value, weight });
    this.weight += weight;
    while (this.weight > this.maxWeight) this.delete(this.entries.keys().next().value!);
  }

  delete(key: string): void {
    const found = this.entries.get(key);
    if (found === undefined) return;
    this.entries.delete(key);
    this.weight -= found.weight;
  }
}

/** One cache for each graph: cached rows belong to the database that they were read from. */
export function cachePerGraph<Value>(
  weightOf?: (value: Value) => number,
): (graph: object) => LruCache<Value> {
  const caches = new WeakMap<object, LruCache<Value>>();
  return (graph) => {
    const cache = caches.get(graph) ?? new LruCache<Value>(weightOf);
    caches.set(graph, cache);
    return cache;
  };
}
