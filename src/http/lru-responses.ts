/** Stock versions by product id. Null for a product without stock. */
export type StockVersions = ReadonlyMap<string, string | null>;

/** A response body, and the state of the database that it is valid for. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly version: string;
  readonly stock: StockVersions;
  /** Prices are the same between these times, on the clock of this process. */
  readonly from: number;
  readonly until: number;
  /** The snapshot in which it was last found valid. */
  snapshot: string | null;
}

// Memory besides bodies and keys: objects, map entries, ids and stock versions.
const OVERHEAD = 1_000;
const OVERHEAD_OF_STOCK = 300;

const sizeOf = (key: string, { body, stock }: CachedResponse) =>
  body.length + 2 * key.length + OVERHEAD + stock.size * OVERHEAD_OF_STOCK;

/** Evicts the least recently used responses above a number of bytes. */
export class LruResponses {
  /** In the order of their last use. */
  private readonly responses = new Map<string, CachedResponse>();
  private used = 0;

  constructor(private readonly bytes: number) {}

  get size(): number {
    return this.used;
  }

  get(key: string): CachedResponse | undefined {
    const response = this.responses.get(key);
    if (!response) return undefined;
    this.responses.delete(key);
    this.responses.set(key, response);
    return response;
  }

  set(key: string, response: CachedResponse): void {
    this.delete(key);
    const size = sizeOf(key, response);
    // A very large response would evict too many others.
    if (size > this.bytes / 4) return;
    for (const oldest of this.responses.keys()) {
      if (this.used + size <= this.bytes) break;
      this.delete(oldest);
    }
    this.responses.set(key, response);
    this.used += size;
  }

  private delete(key: string): void {
    const response = this.responses.get(key);
    if (!response) return;
    this.responses.delete(key);
    this.used -= sizeOf(key, response);
  }
}
