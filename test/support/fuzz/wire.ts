import http from "node:http";
import { patience } from "../time/patience.ts";

/** A request as it goes over the wire. */
export interface Message {
  method: string;
  /** With its query, encoded. */
  path: string;
  headers: Record<string, string | string[]>;
  body?: string;
}

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** One open connection, as most clients have: if a request breaks it, the next one fails. */
export class Wire {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  private readonly hostname: string;
  private readonly port: string;

  constructor(baseUrl: string) {
    const url = new URL(baseUrl);
    this.hostname = url.hostname;
    this.port = url.port;
  }

  /** A connection that the server has closed, or that ends while too much is sent, is no failure. */
  async send(message: Message): Promise<Reply> {
    try {
      return await this.attempt(message);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ECONNRESET" && code !== "EPIPE") throw error;
      return this.attempt(message);
    }
  }

  private attempt({ method, path, headers, body }: Message): Promise<Reply> {
    const { hostname, port, agent } = this;
    return new Promise((resolve, reject) => {
      const isChunked = headers["transfer-encoding"] !== undefined;
      const length = isChunked || body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
      const request = http.request({
        hostname,
        port,
        agent,
        method,
        path,
        headers: { ...headers, ...length },
      });
      request.setTimeout(patience(60_000), () => request.destroy(new Error("no answer in time")));
      request.on("error", reject);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      request.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
