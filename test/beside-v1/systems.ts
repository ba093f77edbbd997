import { setTimeout as pause } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import qs from "qs";
import { bothSystems, DATABASES } from "../../bench/compare/systems.ts";
import type { V1 } from "../../bench/compare/v1.ts";
import type { Launched } from "../../bench/support/launch.ts";
import { startPostgres } from "../../bench/support/postgres.ts";
import { ADMIN } from "../../bench/support/server.ts";
import type { Json } from "./difference.ts";
import { forSide, Pair, pathFor, type Request, type SentFile, SIDES, type Side } from "./pair.ts";

export interface Answer {
  status: number;
  body: Json;
}

/** Both systems while they run, on one PostgreSQL, and the credentials of the callers. */
export class Systems {
  private readonly tokens = new Map<string, Pair>();

  private constructor(
    private readonly urls: Record<Side, string>,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(folder: string, kind: V1): Promise<Systems> {
    // v1 caches prices and tax rates. Its stale answers are not what is compared.
    process.env["V1_CACHE_SECONDS"] = "0";
    const postgres = await startPostgres(folder, DATABASES);
    const launched: Launched[] = [];
    const end = async () => {
      for (const each of launched) await each.stop();
      await postgres.stop();
    };
    try {
      const [ours, v1] = await bothSystems(postgres, folder, kind);
      for (const system of [ours!, v1!]) launched.push(await system.start());
      return new Systems({ ours: ours!.url, v1: v1!.url }, end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  stop = (): Promise<void> => this.end();

  logInAdmin = (): Promise<void> => this.logIn("admin", "/admin/auth/token", ADMIN);

  /** Requests `as` this name carry the customer's token from now on. */
  logInCustomer = (name: string, login: { email: string; password: string }): Promise<void> =>
    this.logIn(name, "/store/auth/token", login);

  private async logIn(name: string, path: string, body: object): Promise<void> {
    const { ours, v1 } = await this.ask({ as: "visitor", method: "POST", path: [path], body });
    const tokenOf = ({ status, body: answer }: Answer) => {
      if (status !== 200) throw new Error(`${name} cannot log in: ${JSON.stringify(answer)}`);
      return (answer as { access_token: string }).access_token;
    };
    this.tokens.set(name, new Pair(tokenOf(ours), tokenOf(v1)));
  }

  async ask(request: Request): Promise<Record<Side, Answer>> {
    const [ours, v1] = await Promise.all(SIDES.map((side) => this.askOne(request, side)));
    return { ours: ours!, v1: v1! };
  }

  private async askOne(request: Request, side: Side): Promise<Answer> {
    const query = qs.stringify(forSide(request.query ?? {}, side), { arrayFormat: "brackets" });
    const path = pathFor(request, side);
    const url = `${this.urls[side]}${path}${query && `?${query}`}`;
    const token = this.tokens.get(request.as)?.[side];
    const answer = await answered(url, {
      method: request.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...(forSide(request.headers ?? {}, side) as Record<string, string>),
      },
      ...(request.body !== undefined && { body: JSON.stringify(forSide(request.body, side)) }),
      ...(request.files && { body: formOf(request.files) }),
    });
    if (request.method === "POST" && path.startsWith("/admin/batch-jobs")) await this.jobsAtRest(side);
    const { download_url: link } = (answer.body ?? {}) as { download_url?: string };
    return request.isFollowed && link ? answered(link) : answer;
  }

  /** Jobs work on after the answer. The next request comes when they are done, or wait for their confirmation. */
  private async jobsAtRest(side: Side): Promise<void> {
    const list: Request = { as: "admin", method: "GET", path: ["/admin/batch-jobs"], query: { limit: 20 } };
    for (let tries = 0; tries < JOB_TRIES; tries++) {
      const { body } = await this.askOne(list, side);
      if ((body as unknown as { batch_jobs: Job[] }).batch_jobs.every(isAtRest)) return;
      await pause(JOB_PAUSE);
    }
  }
}

const JOB_TRIES = 100;
const JOB_PAUSE = 100;

interface Job {
  status: string;
  dry_run: boolean;
}

const isAtRest = ({ status, dry_run }: Job): boolean =>
  ["completed", "canceled", "failed"].includes(status) || (status === "pre_processed" && dry_run);

async function answered(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isTable = response.headers.get("content-type")?.startsWith("text/csv");
  return { status: response.status, body: isTable ? rowsOf(text) : parsed(text) };
}

function formOf(files: readonly SentFile[]): FormData {
  const form = new FormData();
  for (const { name, type, content } of files) form.append("files", new Blob([content], { type }), name);
  return form;
}

/** Products are separated by `;`, orders by `,`: the header has one of the two only. */
const rowsOf = (text: string): Json => {
  const header = text.slice(0, text.indexOf("\n"));
  return parse(text, { columns: true, bom: true, delimiter: header.includes(";") ? ";" : "," }) as Json;
};

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
