import type { JsonSchema } from "../../kernel/json-schema.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  deprecated?: boolean;
  description?: string;
  style?: string;
  explode?: boolean;
  schema: JsonSchema;
}

type Reference = { $ref: string };

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Any text that is unique to this change. A repeated request with the same key gets the first answer and changes nothing, for a day.",
  schema: { type: "string", maxLength: 255 },
};

/** The conventions of queries. */
const conventions = new Set(["fields", "expand", "limit", "offset", "order", "custom_fields"]);
const dateFilters = new Set(["created_at", "updated_at", "deleted_at"]);

/** The parameters of operations; those that many have are collected in `shared`. */
export class Parameters {
  readonly shared: Record<string, Parameter> = {};

  idempotencyKey(): Parameter | Reference {
    return this.share("IdempotencyKey", idempotencyKey);
  }

  query(name: string, given: JsonSchema, isRequired: boolean): Parameter | Reference {
    const parameter = queryParameter(name, given, isRequired);
    const shared = sharedName(parameter);
    return shared ? this.share(shared, parameter) : parameter;
  }

  /** A parameter that is described in other words than those before stays where it is. */
  private share(name: string, parameter: Parameter): Parameter | Reference {
    this.shared[name] ??= parameter;
    if (JSON.stringify(this.shared[name]) !== JSON.stringify(parameter)) return parameter;
    return { $ref: `#/components/parameters/${name}` };
  }
}

function queryParameter(name: string, given: JsonSchema, isRequired: boolean): Parameter {
  const { description, deprecated, ...schema } = given;
  return {
    name,
    in: "query",
    ...(isRequired ? { required: true } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(description ? { description } : {}),
    // `created_at[gt]=2026-01-01`
    ...(schema.properties ? { style: "deepObject", explode: true } : {}),
    schema,
  };
}

/** `Limit20`, `ExpandWithoutEffect`, `CreatedAt`; null for a parameter that is not shared. */
function sharedName({ name, deprecated, schema, style }: Parameter): string | null {
  const isDateFilter = dateFilters.has(name) && style === "deepObject";
  if (!conventions.has(name) && !isDateFilter) return null;
  const words = name.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const variant = name === "limit" && schema.default !== undefined ? String(schema.default) : "";
  return words.join("") + variant + (deprecated ? "WithoutEffect" : "");
}
