import { connect, type Socket } from "node:net";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Body = any;

interface Answer {
  status: number;
  body: Buffer;
}

/**
 * A client over kept connections that does as little as possible: it shares the machine with what it measures. An answer
 * is read to its end and its status checked; only who wants to know what it says has it parsed.
 */
export class LoadClient {
  private readonly idle: Line[] = [];
  private readonly url: URL;

  constructor(
    private readonly baseUrl: string,
    readonly sentHeaders: Record<string, string> = {},
  ) {
    this.url = new URL(baseUrl);
  }

  get = async (path: string): Promise<Body> => parsed(await this.send("GET", path));
  post = async (path: string, body: unknown = {}): Promise<Body> =>
    parsed(await this.send("POST", path, JSON.stringify(body)));
  /** Without a look at the answer. */
  justGet = async (path: string): Promise<void> => void (await this.send("GET", path));
  justPost = async (path: string, body: unknown = {}): Promise<void> =>
    void (await this.send("POST", path, JSON.stringify(body)));
  with = (headers: Record<string, string>) =>
    new LoadClient(this.baseUrl, { ...this.sentHeaders, ...headers });
  close = () => {
    for (const line of this.idle) line.end();
  };

  /** Whatever the status is, for who wants to know how it is refused. */
  ask = async (
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; body: Body }> => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.exchange(this.request(method, path, sent, headers));
    return { status: answer.status, body: parsed(answer.body) };
  };

  /** Fails unless the answer is 200. */
  private async send(method: string, path: string, body?: string): Promise<Buffer> {
    const { status, body: answer } = await this.exchange(this.request(method, path, body));
    if (status === 200) return answer;
    throw new Error(`${method} ${path}: ${status} ${answer.toString().slice(0, 300)}`);
  }

  private async exchange(request: string): Promise<Answer> {
    const line = this.openLine();
    const answer = await line.ask(request);
    if (line.isOpen) this.idle.push(line);
    return answer;
  }

  /** Servers hang up on lines that were idle for some seconds. */
  private openLine(): Line {
    for (let line = this.idle.pop(); line; line = this.idle.pop()) if (line.isOpen) return line;
    return new Line(this.url);
  }

  private request(method: string, path: string, body?: string, more?: Record<string, string>): string {
    const headers = {
      host: this.url.host,
      ...this.sentHeaders,
      ...more,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
  }
}

const parsed = (body: Buffer): Body => JSON.parse(body.toString());

/** One connection, one request at a time. */
class Line {
  isOpen = true;
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  constructor({ hostname, port }: URL) {
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.on("data", (chunk) => this.receive(chunk));
    this.socket.on("error", (error) => this.fail(error));
    this.socket.on("close", () => this.fail(new Error("the server closed the connection")));
  }

  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  end(): void {
    this.socket.end();
  }

  private fail(error: Error): void {
    this.isOpen = false;
    this.waiting?.reject(error);
    this.waiting = undefined;
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = this.received.toString("latin1", 0, headEnd);
    const body = bodyOf(head, this.received.subarray(headEnd + 4));
    if (!body) return;
    this.received = Buffer.alloc(0);
    if (/^connection: close/im.test(head)) this.isOpen = false;
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}

/** The body when all of it is there, else null. */
function bodyOf(head: string, rest: Buffer): Buffer | null {
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : null;
  return /^transfer-encoding: chunked/im.test(head) ? joinedChunks(rest) : Buffer.alloc(0);
}

function joinedChunks(rest: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.toString("latin1", at, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts);
    const end = lineEnd + 2 + size;
    if (rest.length < end + 2) return null;
    parts.push(rest.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
