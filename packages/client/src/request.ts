/** Adds what the server reads: `status[]=pending`, `created_at[gte]=…`. One value of a list is still a list. */
function addTo(params: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const each of value) addTo(params, `${name}[]`, each);
  else if (typeof value === "object")
    for (const [key, each] of Object.entries(value)) addTo(params, `${name}[${key}]`, each);
  else params.append(name, String(value));
}

interface Target {
  path?: object | undefined;
  query?: object | undefined;
}

/** The address of an operation: the path of the description with its parameters in it. */
export function urlOf(template: string, { path = {}, query = {} }: Target): string {
  const values = path as Record<string, unknown>;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? "");
    if (value === "") throw new TypeError(`${template}: the parameter ${name} is missing`);
    // `fetch` resolves these two, which would lead to another operation.
    if (value === "." || value === "..") throw new TypeError(`${template}: ${name} cannot be ${value}`);
    return encodeURIComponent(value);
  });
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) addTo(params, name, value);
  const search = params.toString();
  return search ? `${filled}?${search}` : filled;
}

const isFile = (value: unknown) => value instanceof Blob;

const hasFiles = (body: object) =>
  Object.values(body).some((value) => isFile(value) || (Array.isArray(value) && value.some(isFile)));

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const each of Array.isArray(value) ? value : [value])
      if (each instanceof Blob) form.append(name, each);
      else if (each !== undefined) form.append(name, String(each));
  return form;
}

/** A form if there are files, otherwise JSON. `fetch` writes the type of a form, which has its boundary. */
export function contentOf(body: unknown): { body?: FormData | string; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData) return { body, headers: {} };
  if (typeof body === "object" && body !== null && hasFiles(body)) return { body: formOf(body), headers: {} };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

/** Not `randomUUID`, which browsers have only on secure pages. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * POSTs that the server carries out each time, with a key as well: they answer with credentials, or change nothing. So they get no
 * key and are not sent again. `test/client/idempotency.test.ts` compares them with the description.
 */
const WITHOUT_KEYS = new Set([
  "/admin/auth",
  "/admin/auth/token",
  "/admin/invites/accept",
  "/admin/payment-links",
  "/admin/uploads/download-url",
  "/admin/users/password-token",
  "/admin/users/reset-password",
  "/admin/webhooks",
  "/admin/webhooks/{id}/rotate-secret",
  "/hooks/payment/{provider_id}",
  "/store/auth",
  "/store/auth/token",
  "/store/orders/customer/confirm",
  "/store/products/search",
]);

export const takesKey = (method: string, template: string): boolean =>
  method === "POST" && !WITHOUT_KEYS.has(template);
