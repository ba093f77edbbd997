import type { Answer } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";

/** Declares a field in the settings. */
export async function aField(
  { admin }: Pick<TestShop, "admin">,
  entity: string,
  { name, ...declaration }: Record<string, unknown> & { name: string },
): Promise<{ id: string; name: string }> {
  const field = { type: "text", ...declaration, entity, name };
  const { status, body } = await admin.post("/admin/custom-fields", field);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.custom_field;
}

/** A row as an answer shows it. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every entity
export type AnyRow = Record<string, any>;

/** The one row in the answer of a route. */
export function rowIn(answer: Answer, key: string): AnyRow {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body[key];
}
