type Given = Record<string, unknown>;
/** What is wrong with a part, or null. `at` names it. */
type Check = (given: unknown, at: string) => string[];

const isObject = (given: unknown): given is Given => typeof given === "object" && given !== null;

const wrong = (at: string, needed: string) => [`${at} must be ${needed}`];

const ofType =
  (type: "string" | "function" | "boolean" | "number", needed: string): Check =>
  (given, at) =>
    typeof given === type ? [] : wrong(at, needed);

const text = ofType("string", "a text");
const run = ofType("function", "a function");
const flag = ofType("boolean", "true or false");
const number = ofType("number", "a number");
const matching =
  (pattern: RegExp, needed: string): Check =>
  (given, at) =>
    typeof given === "string" && pattern.test(given) ? [] : wrong(at, needed);
const oneOf = (...values: string[]): Check =>
  matching(new RegExp(`^(${values.join("|")})$`), `one of ${values.join(", ")}`);

const optional =
  (check: Check): Check =>
  (given, at) =>
    given === undefined ? [] : check(given, at);

const listOf =
  (check: Check): Check =>
  (given, at) =>
    Array.isArray(given)
      ? given.flatMap((each, index) => check(each, `${at}[${index}]`))
      : wrong(at, "a list");

/** A part that does not exist is a typo, which would otherwise do nothing. */
const object =
  (parts: Record<string, Check>): Check =>
  (given, at) => {
    if (!isObject(given)) return wrong(at || "the default export", "an object");
    const nameOf = (part: string) => (at ? `${at}.${part}` : part);
    const unknown = Object.keys(given).filter((part) => !Object.hasOwn(parts, part));
    return [
      ...unknown.map((part) => `there is no ${nameOf(part)}: there are ${Object.keys(parts).join(", ")}`),
      ...Object.entries(parts).flatMap(([part, check]) => check(given[part], nameOf(part))),
    ];
  };

const texts: Check = (given, at) =>
  isObject(given)
    ? Object.entries(given).flatMap(([language, named]) =>
        isObject(named) && Object.values(named).every((each) => typeof each === "string")
          ? []
          : wrong(`${at}.${language}`, "texts by their names"),
      )
    : wrong(at, "texts by language");

const unique =
  (check: Check, key: string): Check =>
  (given, at) => {
    const found = check(given, at);
    if (found.length > 0) return found;
    const values = (given as Given[]).map((each) => each[key]);
    return values.flatMap((value, index) =>
      values.indexOf(value) < index ? [`${at} has ${key} ${JSON.stringify(value)} twice`] : [],
    );
  };

const STEP = "([a-z0-9][a-z0-9-]*|:[a-zA-Z]+)";
const path = matching(
  new RegExp(`^(${STEP}(/${STEP})*)?$`),
  "a path below the plugin's own, such as members or members/:id",
);
const id = matching(/^[a-z0-9-]+$/, "lower-case letters, digits and hyphens");
const needs = optional(matching(/^[a-z-]+:(read|write)$/, "a permission, such as orders:read"));

const page = object({
  path,
  title: text,
  needs,
  menu: optional(object({ icon: optional(text) })),
  load: run,
});
const setting = object({ path, title: text, needs, text: optional(text), icon: optional(text), load: run });
const card = object({
  on: oneOf("order", "product", "customer", "home"),
  load: run,
  order: optional(number),
  needs,
});
const column = object({
  id,
  title: text,
  needs,
  fields: optional(listOf(matching(/^[a-z_]+(\.[a-z_]+)*$/, "a field of the API"))),
  isNumber: optional(flag),
  read: optional(run),
  cell: run,
});
const action = object({ id, title: text, needs, question: optional(text), isHarmful: optional(flag), run });
const list = object({
  columns: optional(unique(listOf(column), "id")),
  actions: optional(unique(listOf(action), "id")),
});

const declaration = object({
  texts: optional(texts),
  pages: optional(unique(listOf(page), "path")),
  cards: optional(listOf(card)),
  lists: optional(object({ orders: optional(list), products: optional(list), customers: optional(list) })),
  settings: optional(unique(listOf(setting), "path")),
});

/** What is wrong with what a module exports by default. It may be plain JavaScript, so nothing is certain. */
export const problemsOf = (parts: unknown): string[] => declaration(parts, "");
