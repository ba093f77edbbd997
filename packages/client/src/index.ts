import createFetchClient, { type Client, type Middleware } from "openapi-fetch";
import type { components, paths } from "./operations.ts";

export type { components, operations, paths } from "./operations.ts";

export type Schemas = components["schemas"];
export type TradewindClient = Client<paths>;

export interface ClientOptions {
  /** Where the API is: "https://shop.example". The host of the page if it is empty. */
  baseUrl?: string;
  fetch?: typeof globalThis.fetch;
}

/** The answer of a refused request. */
export interface Refused {
  type?: string;
  code?: string;
  message?: string;
}

/** A refused request, or one that found no server (then the status is 0). */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly refused: Refused,
  ) {
    super(refused.message ?? `The server answered with status ${status}`);
  }
}

const refusedIn = async (response: Response): Promise<Refused> => {
  try {
    return (await response.json()) as Refused;
  } catch {
    return {};
  }
};

/** Refused requests are thrown, so that `data` is always there. */
const throwRefused: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw new ApiError(response.status, await refusedIn(response.clone()));
    return undefined;
  },
  onError({ error }) {
    return new ApiError(0, { message: error instanceof Error ? error.message : String(error) });
  },
};

/** As the server reads them: `status[]=pending`, `created_at[gte]=…`. One value of a list is still a list. */
function queryOf(query: Record<string, unknown>): string {
  const params = new URLSearchParams();
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) for (const each of value) add(`${name}[]`, each);
    else if (typeof value === "object")
      for (const [key, each] of Object.entries(value)) add(`${name}[${key}]`, each);
    else params.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return params.toString();
}

/** A client whose paths, parameters, bodies and answers are those of docs/openapi.json. Sends the cookie of the session. */
export function createClient({ baseUrl = "", fetch }: ClientOptions = {}): TradewindClient {
  const client = createFetchClient<paths>({
    baseUrl,
    credentials: "include",
    querySerializer: queryOf,
    ...(fetch && { fetch }),
  });
  client.use(throwRefused);
  return client;
}
