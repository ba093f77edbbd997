import { Agent, request } from "node:http";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Body = any;

/** A small client over kept connections: it shares the machine with what it measures. */
export class LoadClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly baseUrl: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get = (path: string) => this.send("GET", path);
  post = (path: string, body: unknown = {}) => this.send("POST", path, JSON.stringify(body));
  with = (headers: Record<string, string>) => new LoadClient(this.baseUrl, { ...this.headers, ...headers });
  close = () => this.agent.destroy();

  /** Fails unless the answer is 200. */
  private send(method: string, path: string, body?: string): Promise<Body> {
    const headers = {
      ...this.headers,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.baseUrl),
        { method, headers, agent: this.agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) resolve(JSON.parse(text));
            else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`));
          });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}
