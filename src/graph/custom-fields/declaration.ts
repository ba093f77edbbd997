import type { JsonSchema } from "../../kernel/json-schema.ts";

/** What can have fields of the shop, and the table of its rows. */
export const CUSTOMIZED = {
  product: "product",
  variant: "product_variant",
  category: "product_category",
  collection: "product_collection",
  customer: "customer",
  customer_group: "customer_group",
  order: "order",
  line_item: "line_item",
  cart: "cart",
  region: "region",
  discount: "discount",
} as const;

/** Of one entity. */
export const MAX_FIELDS = 100;

export type Customized = keyof typeof CUSTOMIZED;

export const customizedNames = Object.keys(CUSTOMIZED) as Customized[];

const byTable = new Map<string, Customized>(customizedNames.map((name) => [CUSTOMIZED[name], name]));

/** Undefined for a table whose rows cannot have fields of the shop. */
export const customizedOf = (table: string): Customized | undefined => byTable.get(table);

export const fieldTypes = [
  "text",
  "long-text",
  "integer",
  "number",
  "money",
  "boolean",
  "date",
  "choice",
  "choices",
  "reference",
  "json",
] as const;

export type FieldType = (typeof fieldTypes)[number];

export interface FieldChoice {
  readonly value: string;
  readonly label?: string;
}

/** What a plugin, or a user in the settings, declares about a field. */
export interface FieldDeclaration {
  readonly type: FieldType;
  /** The label of its input and column; its name by default. */
  readonly label?: string;
  readonly description?: string;
  /** Of `choice` and `choices`. */
  readonly options?: readonly (string | FieldChoice)[];
  /** Of `reference`: what it points to. */
  readonly references?: Customized;
  /** The same, as it was called before. */
  readonly entity?: Customized;
  /** Of `json`: a part of JSON Schema, which its values follow. */
  readonly schema?: JsonSchema;
  /** Of `integer` and `number`. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** A new row needs a value, and it cannot be removed. */
  readonly required?: boolean;
  /** The value of new rows that are sent without one. */
  readonly default?: unknown;
  /** There is an index for filters and sorting. */
  readonly filter?: boolean;
  /** The search of the administration finds it. */
  readonly search?: boolean;
  /** What the storefront may do. By default it does not see the field. */
  readonly storefront?: "read" | "write";
  /** Only the plugin that declares it writes it, by the API in the process. */
  readonly computed?: boolean;
  /** A column that the shop itself has added to the table. It has the name of the field. */
  readonly column?: string;
}

/** A declared field of an entity. */
export interface Field extends Omit<FieldDeclaration, "options" | "references"> {
  readonly entity_name: Customized;
  readonly name: string;
  readonly options?: readonly FieldChoice[];
  /** The name of the plugin, or null for a field of the settings. */
  readonly plugin: string | null;
}

export type FieldsByName = Readonly<Record<string, FieldDeclaration>>;
/** `{ product: { material: { type: "text" } } }` */
export type FieldsByEntity = Readonly<Partial<Record<Customized, FieldsByName>>>;

export function fieldOf(
  entity: Customized,
  name: string,
  { declaration, plugin }: { declaration: FieldDeclaration; plugin: string | null },
): Field {
  const { options, references, ...facts } = declaration;
  const entityOf = references ?? facts.entity;
  const choices = options?.map((option) => (typeof option === "string" ? { value: option } : option));
  return {
    ...facts,
    ...(entityOf && { entity: entityOf }),
    ...(choices && { options: choices }),
    entity_name: entity,
    name,
    plugin,
  };
}

export const isForStorefront = ({ storefront }: Field): boolean => storefront !== undefined;
