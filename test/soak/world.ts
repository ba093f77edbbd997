import type { Answer } from "../support/clients/client.ts";
import { PersistentClient } from "../support/clients/persistent-client.ts";
import type { SoakServer } from "./fleet.ts";
import type { Memory } from "./memory.ts";
import type { RandomSource } from "./random-source.ts";
import type { Stock } from "./stock.ts";

/** What everybody in the soak shares. */
export interface World {
  memory: Memory;
  servers: readonly SoakServer[];
  stock: Stock;
  visitor: PersistentClient;
  admin: PersistentClient;
  /** It is time to come to an end. */
  isOver(): boolean;
}

/** The shop said no, and why. */
export class Refused extends Error {
  constructor(readonly answer: Answer) {
    super(`${answer.status} ${answer.body?.code ?? ""} ${answer.body?.message ?? ""}`);
  }
}

/** The body, or null when it is known that it was done and its answer lost. */
export async function told(
  client: PersistentClient,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
): Promise<any> {
  const outcome = await client.post(path, body);
  if (outcome === "lost") return null;
  if (outcome.status >= 400) throw new Refused(outcome);
  return outcome.body;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export async function shown(client: PersistentClient, path: string): Promise<any> {
  const answer = await client.get(path);
  if (answer.status >= 400) throw new Refused(answer);
  return answer.body;
}

/** Asks the servers in turn by chance, but not one that has just not answered. */
export function persistentClient(
  servers: readonly SoakServer[],
  random: RandomSource,
  { memory, isGivenUp }: { memory: Memory; isGivenUp: () => boolean },
): PersistentClient {
  let asked: SoakServer | undefined;
  return new PersistentClient({
    url: () => {
      const open = servers.filter(({ avoidedUntil }) => avoidedUntil < performance.now());
      asked = random.pick(open.length > 0 ? open : servers);
      return asked.url;
    },
    patience: 5_000,
    isOver: isGivenUp,
    onAnswer: (method, path, answer) => noteAnswer(memory, { method, path, answer }),
    onSilence: (url) => {
      const server = servers.find((each) => each.url === url);
      if (server) server.avoidedUntil = performance.now() + 10_000;
    },
  });
}

const ids = /\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/g;

function noteAnswer(
  memory: Memory,
  { method, path, answer }: { method: string; path: string; answer: Answer | null },
): void {
  memory.count("requests");
  if (method === "POST" && answer && answer.status < 300) memory.noteWrite();
  memory.count(answer ? `answers ${answer.status}` : "answers none");
  if (answer && answer.status >= 500 && answer.status !== 503) {
    memory.violation(
      `${method} ${path.replace(ids, "…")} was answered ${answer.status}: ${JSON.stringify(answer.body)}`,
    );
  }
  if (answer && [400, 409, 422].includes(answer.status)) {
    const { message = "" } = answer.body ?? {};
    memory.count(`refusal ${answer.status} ${String(message).replace(ids, "…").slice(0, 90)}`);
  }
}
