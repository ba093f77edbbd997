import type { App } from "../http/server.ts";

type Query = Record<string, string>;

const PAGE = "100";

/** The API refused a request. */
export class RequestRefused extends Error {}

/** The API of the shop, called inside the process without a port, with the same checks as for other clients. */
export class ShopApi {
  constructor(
    private readonly app: Pick<App, "inject">,
    /** Of the admin or customer; null for visitors. */
    private readonly token: string | null,
    /** When aborted, the next request throws. */
    private readonly signal?: AbortSignal,
  ) {}

  get = <Answer>(path: string, query: Query = {}): Promise<Answer> => this.send("GET", path, { query });

  /** `key` is an idempotency key. */
  post = <Answer>(path: string, body?: object, key?: string): Promise<Answer> =>
    this.send("POST", path, { body, key });

  /** All rows of a list, page by page. */
  async all<Row>(path: string, list: string, query: Query = {}): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const paging = { limit: PAGE, offset: String(rows.length) };
      const page = await this.get<Record<string, unknown>>(path, { ...query, ...paging });
      const found = page[list] as Row[];
      rows.push(...found);
      if (found.length === 0 || rows.length >= Number(page.count)) return rows;
    }
  }

  private async send<Answer>(
    method: "GET" | "POST",
    path: string,
    { query, body, key }: { query?: Query; body?: object; key?: string },
  ): Promise<Answer> {
    this.signal?.throwIfAborted();
    const { statusCode, payload } = await this.app.inject({
      method,
      url: path,
      query,
      headers: {
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body ? { payload: body } : {}),
    });
    const answer = JSON.parse(payload) as Answer & { message?: string };
    if (statusCode >= 300) {
      const message = `${method} ${path}: ${answer.message ?? statusCode}`;
      throw statusCode < 500 ? new RequestRefused(message) : new Error(message);
    }
    return answer;
  }
}
