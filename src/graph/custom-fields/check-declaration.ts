import { isObject, problemOfSchema } from "./checked-json.ts";
import {
  type Customized,
  customizedNames,
  type FieldDeclaration,
  fieldOf,
  fieldTypes,
} from "./declaration.ts";
import { isNumber, problemOfValue } from "./value-problem.ts";

const NAME = /^[a-z][a-z0-9_]{0,49}$/;
const MAX_LABEL = 200;
const MAX_OPTIONS = 500;
const MAX_OPTION = 200;

/** What is wrong with a part of a declaration, or null. */
type Check = (declaration: FieldDeclaration) => string | null;

const text =
  (name: "label" | "description", most: number): Check =>
  (declaration) => {
    const value = declaration[name];
    if (value === undefined || (typeof value === "string" && value !== "" && value.length <= most))
      return null;
    return `${name} must be a text of at most ${most} characters`;
  };

const flag =
  (name: "required" | "filter" | "search" | "computed"): Check =>
  (declaration) =>
    declaration[name] === undefined || typeof declaration[name] === "boolean"
      ? null
      : `${name} must be true or false`;

const onlyFor = (type: string, types: readonly string[], part: string): string | null =>
  types.includes(type) ? null : `${part} is for the type ${types.join(" or ")}`;

const checkType: Check = ({ type }) =>
  fieldTypes.includes(type) ? null : `type must be one of ${fieldTypes.join(", ")}`;

const checkOptions: Check = ({ type, options }) => {
  const isChoice = type === "choice" || type === "choices";
  if (options === undefined) return isChoice ? "options must list the choices" : null;
  if (!isChoice) return onlyFor(type, ["choice", "choices"], "options");
  const isWrong = !Array.isArray(options) || options.length === 0 || options.length > MAX_OPTIONS;
  if (isWrong || !options.every(isOption)) {
    return `options must be 1 to ${MAX_OPTIONS} texts, or objects with value and label`;
  }
  const values = options.map((option) => (typeof option === "string" ? option : option.value));
  return new Set(values).size < values.length ? "options has a value twice" : null;
};

const isOptionText = (value: unknown) =>
  typeof value === "string" && value !== "" && value.length <= MAX_OPTION && !value.includes("|");

function isOption(option: unknown): boolean {
  if (!isObject(option)) return isOptionText(option);
  const { value, label, ...rest } = option;
  const isLabel = label === undefined || (typeof label === "string" && label.length <= MAX_LABEL);
  return isOptionText(value) && isLabel && Object.keys(rest).length === 0;
}

const checkEntity: Check = ({ type, entity, references }) => {
  const part = references === undefined ? "entity" : "references";
  const target = references ?? entity;
  if (type !== "reference") return target === undefined ? null : onlyFor(type, ["reference"], part);
  if (references !== undefined && entity !== undefined && references !== entity)
    return "references and entity are two names of one part";
  return target !== undefined && customizedNames.includes(target)
    ? null
    : `${part} must be one of ${customizedNames.join(", ")}`;
};

const checkSchema: Check = ({ type, schema }) => {
  if (type !== "json") return schema === undefined ? null : onlyFor(type, ["json"], "schema");
  return schema === undefined ? "schema must be a JSON schema" : problemOfSchema(schema);
};

const limit =
  (name: "minimum" | "maximum"): Check =>
  (declaration) => {
    const value = declaration[name];
    if (value === undefined) return null;
    if (declaration.type === "number") return isNumber(value) ? null : `${name} must be a number`;
    return Number.isSafeInteger(value)
      ? onlyFor(declaration.type, ["integer", "number"], name)
      : `${name} must be a whole number`;
  };

const checkSearch: Check = (declaration) =>
  declaration.search === true
    ? (onlyFor(declaration.type, ["text", "long-text", "choice"], "search") ?? flag("search")(declaration))
    : flag("search")(declaration);

const checkFilter: Check = (declaration) =>
  declaration.filter === true && declaration.type === "json"
    ? "filter is not for the type json"
    : flag("filter")(declaration);

const checkStorefront: Check = ({ storefront }) =>
  storefront === undefined || storefront === "read" || storefront === "write"
    ? null
    : "storefront must be read or write";

const checkComputed: Check = (declaration) => {
  const { required, storefront, default: initial } = declaration;
  const isWritten = required === true || storefront === "write" || initial !== undefined;
  return declaration.computed === true && isWritten
    ? "a computed field has no required, no default and no storefront: write"
    : flag("computed")(declaration);
};

const checkColumn: Check = ({ column, type, search }) => {
  if (column === undefined) return null;
  if (typeof column !== "string" || !NAME.test(column)) return "column must be the name of a column";
  if (type === "money" || type === "choices") return `column is not for the type ${type}`;
  return search === true ? "search is not for a column" : null;
};

const parts = {
  type: checkType,
  label: text("label", MAX_LABEL),
  description: text("description", 1_000),
  options: checkOptions,
  references: checkEntity,
  entity: () => null,
  schema: checkSchema,
  minimum: limit("minimum"),
  maximum: limit("maximum"),
  required: flag("required"),
  // Checked with all of the others, which it depends on.
  default: () => null,
  filter: checkFilter,
  search: checkSearch,
  storefront: checkStorefront,
  computed: checkComputed,
  column: checkColumn,
} satisfies Record<keyof FieldDeclaration, Check>;

/** Entities of which the storefront writes fields. */
const writtenByStorefront: readonly Customized[] = ["customer", "cart", "line_item"];

/** What is wrong with a declaration, or null. It comes from JSON or from a plugin, so nothing is certain. */
export function problemOfDeclaration(entity: string, name: string, declaration: unknown): string | null {
  if (!(customizedNames as readonly string[]).includes(entity)) {
    return `there is no entity ${entity}: the entities are ${customizedNames.join(", ")}`;
  }
  if (!NAME.test(name))
    return "name must have lower-case letters, digits and _, at most 50, and begin with a letter";
  if (name in {}) return `name must not be ${name}`;
  if (!isObject(declaration)) return "it must be an object";
  const unknown = Object.keys(declaration).find((part) => !Object.hasOwn(parts, part));
  if (unknown) return `there is no ${unknown}: there are ${Object.keys(parts).join(", ")}`;
  const known = declaration as unknown as FieldDeclaration;
  const problem = Object.values<Check>(parts)
    .map((check) => check(known))
    .find((found) => found !== null);
  return problem ?? problemOfWhole(entity as Customized, name, known);
}

function problemOfWhole(entity: Customized, name: string, declaration: FieldDeclaration): string | null {
  const { column, storefront, minimum, maximum } = declaration;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) return "minimum is above maximum";
  if (storefront === "write" && !writtenByStorefront.includes(entity)) {
    return `storefront can be write for ${writtenByStorefront.join(", ")}`;
  }
  if (column !== undefined && column !== name) return "column must be the name of the field";
  if (declaration.default === undefined) return null;
  const field = fieldOf(entity, name, { declaration, plugin: null });
  const problem = problemOfValue(field, declaration.default, "default");
  return declaration.type === "reference" ? "default is not for the type reference" : problem;
}
