import { type ClientOptions, CookieJar, createClient } from "../../packages/client/src/index.ts";
import { ADMIN } from "../support/fixtures/credentials.ts";

/** A client with the session of the administrator, in a jar. */
export async function anAdmin({ baseUrl }: { baseUrl: string }, options: ClientOptions = {}) {
  const client = createClient({ baseUrl, cookies: new CookieJar(), ...options });
  await client.POST("/admin/auth", { body: ADMIN });
  return client;
}

/** A `fetch` that counts what it sends, and lets a test act after each answer. */
export function countedFetch(after: (response: Response) => void = () => {}) {
  const sent: { method: string; key: string | null }[] = [];
  const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    sent.push({ method: init?.method ?? "", key: new Headers(init?.headers).get("idempotency-key") });
    const response = await globalThis.fetch(url, init);
    after(response);
    return response;
  };
  return { fetch, sent };
}
