const COMMENTS_AND_BRACKETS = /^(?:\s|\(|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/;
const ALLOWED = ["select", "insert", "update", "delete", "merge", "with", "values", "explain"];

/** What would stay in the session after the statement. */
const SESSION = /\b(set_config|pg_(?:try_)?advisory_(?:lock|unlock)\w*)\s*\(/i;

/**
 * Refuses raw SQL that would do something to the connection, which requests of the shop use next: `set role`, `search_path`, an end of
 * the transaction, a lock that is left. Tables are made by migrations.
 */
export function refuseOtherStatements(text: string): void {
  const first = /^\w+/.exec(text.replace(COMMENTS_AND_BRACKETS, ""))?.[0].toLowerCase() ?? "";
  if (!ALLOWED.includes(first))
    throw new Error(`a plugin runs no ${first || "empty"} statement: only ${ALLOWED.join(", ")}`);
  const found = SESSION.exec(text)?.[1];
  if (found)
    throw new Error(`a plugin does not call ${found}: it changes the session, which others use next`);
}
