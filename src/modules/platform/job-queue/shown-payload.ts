/** The names of the tasks of plugins begin with this: `plugin:loyalty-points:expire`. */
export const PLUGIN_TASKS = "plugin:";

const SECRET =
  /pass(word|phrase|wd)?|secret|token|api_?key|private_?key|access_?key|authori[sz]ation|credential|cookie|signature|session|\bpin\b|cvc|cvv|iban|card_?number/i;
const HIDDEN = "…";

const MAX_DEPTH = 6;
const MAX_ENTRIES = 50;
const MAX_TEXT = 500;

/** The payload of a job of a plugin, for admins: without values whose names are those of secrets, and not longer than a page. */
export const shownPayload = (payload: Record<string, unknown>): Record<string, unknown> => {
  const { traceparent: _, ...own } = payload;
  return shown(own, MAX_DEPTH) as Record<string, unknown>;
};

function shown(value: unknown, depth: number): unknown {
  if (typeof value === "string")
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}${HIDDEN}` : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return HIDDEN;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((each) => shown(each, depth - 1));
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, SECRET.test(name) ? HIDDEN : shown(each, depth - 1)]),
  );
}
