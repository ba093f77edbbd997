import qs from "qs";
import { bothSystems, DATABASES } from "../../bench/compare/systems.ts";
import type { Launched } from "../../bench/support/launch.ts";
import { startPostgres } from "../../bench/support/postgres.ts";
import { ADMIN } from "../../bench/support/server.ts";
import type { Json } from "./difference.ts";
import { forSide, Pair, pathFor, type Request, SIDES, type Side } from "./pair.ts";

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

  static async start(folder: string): Promise<Systems> {
    const postgres = await startPostgres(folder, DATABASES);
    const launched: Launched[] = [];
    const end = async () => {
      for (const each of launched) await each.stop();
      await postgres.stop();
    };
    try {
      const [ours, v1] = await bothSystems(postgres, folder);
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
    const url = `${this.urls[side]}${pathFor(request, side)}${query && `?${query}`}`;
    const token = this.tokens.get(request.as)?.[side];
    const response = await fetch(url, {
      method: request.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...(forSide(request.headers ?? {}, side) as Record<string, string>),
      },
      ...(request.body !== undefined && { body: JSON.stringify(forSide(request.body, side)) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
