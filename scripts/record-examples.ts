/**
 * Writes reference/examples.json, the examples of the API reference: answers of the demo shop to reading operations, trimmed.
 * `npm run examples`, with a running demo shop and a login: TRADEWIND_URL, TRADEWIND_EMAIL, TRADEWIND_PASSWORD.
 */
import { readFileSync, writeFileSync } from "node:fs";

const { TRADEWIND_URL: base, TRADEWIND_EMAIL: email, TRADEWIND_PASSWORD: password } = process.env;
const post = (path: string, body: object) =>
  fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then((response) => response.json() as Promise<Record<string, string>>);
const { access_token: token } = await post("/admin/auth/token", { email, password });
const headers = { authorization: `Bearer ${token}` };

interface Description {
  paths: Record<string, { get?: { operationId: string; responses: Record<string, { content?: object }> } }>;
}
const api = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as Description;
const reads = Object.entries(api.paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []));
const listed = new Map<string, unknown>();
const examples: Record<string, unknown> = {};

/** `/admin/orders/{id}` with the id of the first order in the list. */
function pathFor(path: string): string | null {
  const [parent = "", ...rest] = path.split(/\/\{\w+\}/);
  if (!path.includes("{")) return path;
  const id = listed.get(parent);
  return id === undefined || rest.length > 1 ? null : `${parent}/${id}${rest[0]}`;
}

const { products } = (await (await fetch(`${base}/store/products?limit=1`)).json()) as {
  products: { variants: { id: string }[] }[];
};
const items = [{ variant_id: products[0]!.variants[0]!.id, quantity: 2 }];
const created = (await post("/store/carts", { items })) as unknown as { cart: { id: string } };
examples["createStoreCart"] = trimmed(created);
listed.set("/store/carts", created.cart.id);

// Lists come first: others need the ids that they show.
const inOrder = [...reads].sort((one, other) => one.path.split("{").length - other.path.split("{").length);
for (const { path, operationId, responses } of inOrder) {
  const url = pathFor(path);
  if (!url || !JSON.stringify(responses["200"]).includes("application/json")) continue;
  const response = await fetch(base + url, { headers });
  if (response.status !== 200) continue;
  const body = (await response.json()) as Record<string, unknown>;
  const [first] = Object.values(body).filter(Array.isArray);
  if (first?.[0]?.id) listed.set(path, first[0].id);
  examples[operationId] = trimmed(body);
}

/** Lists of one element; the same ids and times at every recording. */
function trimmed(body: unknown): unknown {
  const ids = new Map<string, string>();
  const known = (id: string, prefix: string) => {
    const number = [...ids.keys()].filter((each) => each.startsWith(prefix)).length + 1;
    if (!ids.has(id)) ids.set(id, prefix + String(number).padStart(26, "0"));
    return ids.get(id);
  };
  const shorten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1).map(shorten);
    if (typeof value === "string") {
      if (/^\d{4}-\d\d-\d\dT/.test(value)) return "2026-01-01T00:00:00.000Z";
      if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
        return "00000000-0000-4000-8000-000000000000";
      return value
        .replace(/\b([a-z]+_)[0-9A-HJKMNP-TV-Z]{26}\b/g, (id, prefix) => known(id, prefix)!)
        .replaceAll(base!, "http://localhost:9000");
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorten(each)]));
  };
  return shorten(body);
}

const sorted = Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync("reference/examples.json", `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
