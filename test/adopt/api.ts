import { setTimeout as pause } from "node:timers/promises";
import qs from "qs";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Body = any;

export interface Answer {
  status: number;
  body: Body;
}

type Query = Record<string, unknown>;

/** A caller of v1 or of Tradewind. Whoever cares about a refusal asks with `ask`; the others fail with what was refused. */
export class Api {
  constructor(
    readonly url: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get = (path: string, query?: Query): Promise<Body> => this.demand("GET", path, undefined, query);
  post = (path: string, body: object = {}): Promise<Body> => this.demand("POST", path, body);
  delete = (path: string, body?: object): Promise<Body> => this.demand("DELETE", path, body);

  with = (headers: Record<string, string>): Api => new Api(this.url, { ...this.headers, ...headers });

  /** The same server as this user or customer sees it. */
  async as(area: "admin" | "store", { email, password }: { email: string; password: string }): Promise<Api> {
    const { access_token: token } = await this.post(`/${area}/auth/token`, { email, password });
    return this.with({ authorization: `Bearer ${token}` });
  }

  async ask(method: string, path: string, body?: object, query?: Query): Promise<Answer> {
    const search = query ? `?${qs.stringify(query, { arrayFormat: "brackets" })}` : "";
    const response = await fetch(this.url + path + search, {
      method,
      headers: { ...this.headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  }

  private async demand(method: string, path: string, body?: object, query?: Query): Promise<Body> {
    const answer = await this.ask(method, path, body, query);
    if (answer.status < 300) return answer.body;
    // v1 asks for another try where two of its transactions were in each other's way.
    if (/conflicted with another request/.test(answer.body?.message))
      return this.demand(method, path, body, query);
    const said = JSON.stringify(answer.body).slice(0, 300);
    throw new Error(
      `${method} ${path}: ${answer.status} ${said}${body ? `\n${JSON.stringify(body).slice(0, 600)}` : ""}`,
    );
  }
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Does the work for each element, a few at a time. */
export async function inLanes<Element>(
  lanes: number,
  all: readonly Element[],
  work: (element: Element, index: number) => Promise<void>,
): Promise<void> {
  const queue = all.map((element, index) => ({ element, index }));
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next.element, next.index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const TRIES = 600;

export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await isSo()) return;
    await pause(100);
  }
  throw new Error(`${what}: not even after a minute`);
}
