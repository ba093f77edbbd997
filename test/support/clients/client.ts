/** What a test sees of an answer. `body` is parsed JSON, or the text when it is none. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
  headers: Headers;
}

interface Options {
  headers?: Record<string, string>;
  body?: unknown;
  /** A body that is sent as it is. */
  raw?: string;
  /** Until when an answer is waited for. */
  signal?: AbortSignal;
}

/** A small HTTP client with a cookie jar, as a browser has one. */
export class Client {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get = (path: string, options: Options = {}) => this.send("GET", path, options);
  delete = (path: string, body?: unknown, options: Options = {}) =>
    this.send("DELETE", path, { ...options, body });
  post = (path: string, body?: unknown, options: Options = {}) =>
    this.send("POST", path, { ...options, body });

  /** The same server, other headers, no cookies. */
  with(headers: Record<string, string>): Client {
    return new Client(this.baseUrl, { ...this.headers, ...headers });
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  async send(
    method: string,
    path: string,
    { headers = {}, body, raw, signal }: Options = {},
  ): Promise<Answer> {
    const jar = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        // `fetch` would ask for a compressed answer.
        "accept-encoding": "identity",
        ...(jar ? { cookie: jar } : {}),
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...this.headers,
        ...headers,
      },
      body: payload,
      signal,
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  }

  private keep(line: string): void {
    const [pair = ""] = line.split(";");
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
