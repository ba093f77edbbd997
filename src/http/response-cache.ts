import type { FastifyReply, FastifyRequest } from "fastify";
import {
  CoalescedValidation,
  type ReadState,
  type StateQuery,
  type StateResult,
  type Validated,
} from "./coalesced-validation.ts";
import { hasEmptyLimit } from "./drop-null-fields.ts";
import { type CachedResponse, LruResponses, type StockVersions } from "./lru-responses.ts";

type Answer = Record<string, unknown>;

interface Made {
  answer: Answer;
  /** The stock versions of the products in it, read together with them. */
  stock?: StockVersions;
}

interface Request {
  /** Everything that the answer depends on besides the database; null when it must not be cached. */
  key: readonly unknown[] | null;
  make: () => Promise<Made>;
}

interface CacheOptions {
  bytes: number;
  /** With read replicas, answers can be made even while the primary cannot be reached for validation. */
  areReplicated?: boolean;
}

/**
 * Caches the bodies of catalogue answers (docs/adr/0017-response-cache.md). Before a cached body is sent, one small
 * statement validates it, so a client never sees less than a plain read would show, whichever process or program made
 * the last change.
 */
export class ResponseCache {
  hits = 0;
  misses = 0;
  private readonly responses: LruResponses;
  private readonly validation: CoalescedValidation;
  private readonly isOn: boolean;

  constructor(
    private readonly options: CacheOptions,
    query: (query: StateQuery) => Promise<StateResult>,
  ) {
    const { bytes } = options;
    this.responses = new LruResponses(bytes);
    this.validation = new CoalescedValidation(query);
    this.isOn = bytes > 0;
  }

  /** In bytes. */
  get size(): number {
    return this.responses.size;
  }

  /** The return value of the route: a new answer, or the bytes of a cached one. */
  async answer(reply: FastifyReply, { key, make }: Request): Promise<Answer> {
    if (!this.isOn || key === null) return (await make()).answer;
    const body = await this.bodyFor(JSON.stringify(key), make).catch((error) => {
      if (error instanceof ValidationFailed) return null;
      throw error;
    });
    if (!body) return (await make()).answer;
    reply.type("application/json; charset=utf-8");
    return body as unknown as Answer;
  }

  private async bodyFor(key: string, make: Request["make"]): Promise<Buffer> {
    const cached = withCurrentPrices(this.responses.get(key), Date.now());
    if (cached && (await this.isValid(cached))) {
      this.hits++;
      return cached.body;
    }
    this.misses++;
    // This state is older than the rows that are read next: the answer may look outdated later, but never too new.
    const { snapshot, version, until } = this.validation.lastState() ?? (await this.readState(nothing));
    const { answer, stock = nothing.stock } = await make();
    const body = Buffer.from(JSON.stringify(answer));
    this.responses.set(key, { body, stock, snapshot, version, from: Date.now(), until });
    return body;
  }

  private readState(response: Validated): Promise<ReadState> {
    const state = this.validation.readState(response);
    if (!this.options.areReplicated) return state;
    return state.catch(() => {
      throw new ValidationFailed();
    });
  }

  private async isValid(response: CachedResponse): Promise<boolean> {
    const state = await this.readState(response);
    if (!matches(response, state)) return false;
    response.snapshot = state.snapshot;
    return true;
  }
}

class ValidationFailed extends Error {}

const nothing = { snapshot: null, stock: new Map<string, string | null>() };

/** The key of an answer: the route, its parameters and query, and what else it depends on. */
export const responseKey = (
  request: FastifyRequest,
  query: unknown,
  ...more: unknown[]
): readonly unknown[] => [
  request.routeOptions.url,
  request.params,
  Object.entries(query as object).sort(([a], [b]) => (a < b ? -1 : 1)),
  hasEmptyLimit(query),
  ...more,
];

const withCurrentPrices = (response: CachedResponse | undefined, now: number) =>
  response && response.from <= now && now < response.until ? response : undefined;

function matches(response: CachedResponse, state: ReadState): boolean {
  if (state.snapshot !== null && state.snapshot === response.snapshot) return true;
  if (state.version !== response.version) return false;
  for (const [id, stock] of response.stock) if ((state.stock?.[id] ?? null) !== stock) return false;
  return true;
}
