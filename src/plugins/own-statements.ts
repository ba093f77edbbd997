import { SHOP_VIEWS } from "./installed-plugin.ts";

const COMMENTS_AND_BRACKETS = /^(?:\s|\(|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/;
const ALLOWED = ["select", "insert", "update", "delete", "merge", "with", "values", "explain"];

/** What would stay in the session after the statement, also as `"set_config" (`. */
const SESSION = /\b(set_config|pg_(?:try_)?advisory_(?:lock|unlock)\w*)"?\s*\(/i;

/** Names in quotation marks can be written so that no pattern knows them. */
const ESCAPED_NAME = /\bu&"/i;

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const TEXTS = /'(?:[^']|'')*'/g;

/** A table by the schema of the shop, of the server or of the queue: `public.product`, `"public" . "product"`. */
const OTHER_SCHEMA = /(?<![\w$".])"?(public|tradewind|graphile_worker)"?\s*\.\s*["\w]/i;

/**
 * Refuses raw SQL that would do something to the connection, which requests of the shop use next: `set role`, `search_path`, an end of
 * the transaction, a lock that is left. Tables are made by migrations. It also refuses the schemas of the shop by their names. This is
 * for mistakes, not against a plugin that wants to: it does not see names without a schema, or what functions do.
 */
export function refuseOtherStatements(text: string): void {
  const first = /^\w+/.exec(text.replace(COMMENTS_AND_BRACKETS, ""))?.[0].toLowerCase() ?? "";
  if (!ALLOWED.includes(first))
    throw new Error(`a plugin runs no ${first || "empty"} statement: only ${ALLOWED.join(", ")}`);
  const plain = text.replace(COMMENTS, " ");
  if (ESCAPED_NAME.test(plain)) throw new Error('a plugin has no names like U&"…" in raw SQL');
  const found = (SESSION.exec(text) ?? SESSION.exec(plain))?.[1];
  if (found)
    throw new Error(`a plugin does not call ${found}: it changes the session, which others use next`);
  const schema = OTHER_SCHEMA.exec(plain.replace(TEXTS, "''"))?.[1];
  if (schema)
    throw new Error(
      `a plugin does not use the schema ${schema}: it reads the views of ${SHOP_VIEWS}, and changes the shop with shop.api`,
    );
}
