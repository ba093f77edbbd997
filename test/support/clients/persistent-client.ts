import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, Client } from "./client.ts";

/** What became of a request: an answer, or the word that it was carried out and its answer lost. */
export type Outcome = Answer | "lost";

interface Persistence {
  /** The server to ask next, or the next one that runs. */
  url: () => string | Promise<string>;
  headers?: Record<string, string>;
  /** How long an answer is waited for, in milliseconds. */
  patience?: number;
  onAnswer?: (method: string, path: string, answer: Answer | null) => void;
  /** Called with a server that did not answer. */
  onSilence?: (url: string) => void;
  isOver?: () => boolean;
}

/** The request was given up: it is not known what became of it. */
export class GivenUp extends Error {}

const isConflict = ({ status, body }: Answer, message: RegExp) =>
  status === 409 && body?.type === "conflict" && message.test(body.message);

/**
 * Asks as a good client does: what gets no answer, or that the server cannot, is asked again, a POST with the same
 * Idempotency-Key.
 */
export class PersistentClient {
  constructor(private readonly options: Persistence) {}

  /** The same servers with other credentials. */
  as = (headers: Record<string, string>) => new PersistentClient({ ...this.options, headers });

  async get(path: string): Promise<Answer> {
    return (await this.repeated("GET", path, undefined)) as Answer;
  }

  post(path: string, body?: unknown, key: string = randomUUID()): Promise<Outcome> {
    return this.repeated("POST", path, body, { "idempotency-key": key });
  }

  /** Deleting twice does nothing. */
  async delete(path: string): Promise<Answer> {
    return (await this.repeated("DELETE", path, undefined)) as Answer;
  }

  private async repeated(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Outcome> {
    for (let pause = 50; ; pause = Math.min(pause * 1.5, 1_000)) {
      const answer = await this.once(method, path, { body, headers });
      this.options.onAnswer?.(method, path, answer);
      if (answer && isConflict(answer, /its answer was lost/)) return "lost";
      const isOpen =
        !answer || answer.status >= 500 || isConflict(answer, /is still running|has taken its place/);
      if (!isOpen) return answer;
      if (this.options.isOver?.()) throw new GivenUp(`${method} ${path}`);
      await delay(pause);
    }
  }

  private async once(
    method: string,
    path: string,
    { body, headers }: { body: unknown; headers: Record<string, string> },
  ): Promise<Answer | null> {
    const { patience = 15_000, onSilence } = this.options;
    const url = await this.options.url();
    const client = new Client(url, { ...this.options.headers, ...headers });
    const signal = AbortSignal.timeout(patience);
    return client.send(method, path, { body, signal }).catch(() => {
      onSilence?.(url);
      return null;
    });
  }
}
