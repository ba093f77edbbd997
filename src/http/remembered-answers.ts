import type { FastifyReply, FastifyRequest } from "fastify";
import { AnswerMemory, type RememberedAnswer, type Stock } from "./answer-memory.ts";
import { hasEmptyLimit } from "./nothing-said.ts";
import { type Found, type Held, type Look, type Question, SharedLook } from "./shared-look.ts";

type Answer = Record<string, unknown>;

interface Made {
  answer: Answer;
  /** What it shows that has a stock, as it was read with the answer. */
  stock?: Stock;
}

interface Answering {
  /** All that the answer depends on beside the database; null for one that is not to be remembered. */
  key: readonly unknown[] | null;
  make: () => Promise<Made>;
}

/**
 * Answers that many ask for, kept as they are sent (docs/adr/0017-remembered-answers.md). Before one is sent again, one
 * small statement finds out whether everything it was made of is still the same, so that nobody sees less than a plain
 * read would show, whichever process or program changed something.
 */
export class RememberedAnswers {
  hits = 0;
  misses = 0;
  private readonly memory: AnswerMemory;
  private readonly shared: SharedLook;
  private readonly isOn: boolean;

  constructor(
    private readonly options: {
      bytes: number /** Answers can be made even where nobody can look. */;
      areReplicated?: boolean;
    },
    ask: (question: Question) => Promise<Found>,
  ) {
    const { bytes } = options;
    this.memory = new AnswerMemory(bytes);
    this.shared = new SharedLook(ask);
    this.isOn = bytes > 0;
  }

  /** In bytes. */
  get size(): number {
    return this.memory.size;
  }

  /** What the route returns: the answer as it was made, or its bytes. */
  async answer(reply: FastifyReply, { key, make }: Answering): Promise<Answer> {
    if (!this.isOn || key === null) return (await make()).answer;
    const body = await this.bodyFor(JSON.stringify(key), make).catch((error) => {
      if (error instanceof NobodyLooked) return null;
      throw error;
    });
    if (!body) return (await make()).answer;
    reply.type("application/json; charset=utf-8");
    return body as unknown as Answer;
  }

  private async bodyFor(key: string, make: Answering["make"]): Promise<Buffer> {
    const remembered = stillPriced(this.memory.get(key), Date.now());
    if (remembered && (await this.isStillRight(remembered))) {
      this.hits++;
      return remembered.body;
    }
    this.misses++;
    // What was seen last is older than what is read now. That may make the answer look outdated, but never newer.
    const { snapshot, version, until } = this.shared.seen() ?? (await this.look(nothing));
    const { answer, stock = nothing.stock } = await make();
    const body = Buffer.from(JSON.stringify(answer));
    this.memory.set(key, { body, stock, snapshot, version, from: Date.now(), until });
    return body;
  }

  /** Replicas still answer while the primary, which knows the state, cannot be reached. */
  private look(held: Held): Promise<Look> {
    const look = this.shared.look(held);
    if (!this.options.areReplicated) return look;
    return look.catch(() => {
      throw new NobodyLooked();
    });
  }

  private async isStillRight(answer: RememberedAnswer): Promise<boolean> {
    const look = await this.look(answer);
    if (!isSame(answer, look)) return false;
    answer.snapshot = look.snapshot;
    return true;
  }
}

class NobodyLooked extends Error {}

const nothing = { snapshot: null, stock: new Map<string, string | null>() };

/** Which answer it is: the route, what it is asked for, and what else it depends on. */
export const answerKey = (
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

const stillPriced = (answer: RememberedAnswer | undefined, now: number) =>
  answer && answer.from <= now && now < answer.until ? answer : undefined;

function isSame(answer: RememberedAnswer, look: Look): boolean {
  if (look.snapshot !== null && look.snapshot === answer.snapshot) return true;
  if (look.version !== answer.version) return false;
  for (const [id, stock] of answer.stock) if ((look.stock?.[id] ?? null) !== stock) return false;
  return true;
}
