import type { TestAnswer, TestClient } from "./test-shop.ts";

/** A client of the server. It sends the token, if there is one, with each request. */
export function testClient(url: string, token?: string): TestClient {
  const send = async <Body>(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<TestAnswer<Body>> => {
    const answer = await fetch(new URL(path, url), {
      method,
      redirect: "manual",
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "");
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  };
  return {
    get: (path, headers) => send("GET", path, { headers }),
    delete: (path, headers) => send("DELETE", path, { headers }),
    post: (path, body, headers) => send("POST", path, { body, headers }),
    put: (path, body, headers) => send("PUT", path, { body, headers }),
    patch: (path, body, headers) => send("PATCH", path, { body, headers }),
  };
}
