import type { Connection } from "../../db/database.ts";
import { invalid } from "../../kernel/refusal.ts";
import { type SentCustomFields, withColumns } from "../../kernel/sent-fields.ts";
import { isObject } from "./checked-json.ts";
import { CUSTOMIZED, type Customized, type Field } from "./declaration.ts";
import type { DeclaredFields } from "./declared-fields.ts";
import { problemOfValue } from "./value-problem.ts";

export interface SentTo {
  entity: Customized;
  /** A new row gets defaults, and needs what is required. */
  isNew: boolean;
  /** Not what is required. */
  isLenient?: boolean | undefined;
  isStorefront: boolean;
  /** The plugin that writes by the API in the process. */
  plugin?: string | undefined;
  /** As the refusal names it: `variants.0.custom_fields`. */
  path: string;
}

const mayWrite = (field: Field, { isStorefront, plugin }: SentTo) =>
  field.computed ? field.plugin === plugin : !isStorefront || field.storefront === "write";

/** A reference whose row has to exist. */
interface Reference {
  field: Field;
  id: string;
  path: string;
}

/** Checks the fields that a request sends, and remembers nothing: references are looked up by `refuseMissing`. */
export class SentFields {
  private readonly references: Reference[] = [];

  constructor(private readonly declared: DeclaredFields) {}

  /** The fields to store; undefined if there are none. Refuses what is not declared, or not allowed. */
  read(sent: unknown, to: SentTo): SentCustomFields | undefined {
    const fields = this.declared.of(to.entity)?.fields.filter((field) => mayWrite(field, to)) ?? [];
    if (sent !== undefined && sent !== null) this.check(sent, { fields, to });
    const given = (sent ?? {}) as Record<string, unknown>;
    const values = { ...(to.isNew && this.defaultsOf(to.entity, given)), ...given };
    const missing =
      to.isNew && !to.isLenient && fields.find(({ name, required }) => required && isEmpty(values[name]));
    if (missing) throw invalid(`${to.path}.${missing.name} is required`);
    const columns = fields.filter(({ column, name }) => column !== undefined && Object.hasOwn(values, name));
    if (Object.keys(values).length === 0) return undefined;
    return withColumns(
      values,
      columns.map(({ name }) => name),
    );
  }

  private check(sent: unknown, { fields, to }: { fields: readonly Field[]; to: SentTo }): void {
    if (!isObject(sent)) throw fields.length === 0 ? shouldNotExist(to.path) : notAnObject(to.path);
    const hasComputed = Object.keys(sent).some((name) => this.isComputed(to.entity, name));
    if (fields.length === 0 && !hasComputed) throw shouldNotExist(to.path);
    for (const [name, value] of Object.entries(sent)) {
      const path = `${to.path}.${name}`;
      const field = fields.find((each) => each.name === name);
      if (!field) throw this.isComputed(to.entity, name) ? isComputed(path) : shouldNotExist(path);
      if (value === null && field.required) throw invalid(`${path} is required`);
      const problem = value === null ? null : problemOfValue(field, value, path);
      if (problem) throw invalid(problem);
      if (value !== null && field.type === "reference")
        this.references.push({ field, id: value as string, path });
    }
  }

  private isComputed(entity: Customized, name: string): boolean {
    return this.declared.of(entity)?.fields.some((each) => each.name === name && each.computed) === true;
  }

  private defaultsOf(entity: Customized, sent: object): Record<string, unknown> {
    const fields = this.declared.of(entity)?.fields ?? [];
    const missing = fields.filter((field) => field.default !== undefined && !Object.hasOwn(sent, field.name));
    return Object.fromEntries(missing.map((field) => [field.name, field.default]));
  }

  /** Refuses references to rows that do not exist. */
  async refuseMissing(on: Connection): Promise<void> {
    for (const { field, id, path } of this.references) {
      const table = CUSTOMIZED[field.entity!];
      const isSoft = !["product_category", "order", "line_item"].includes(table);
      const [found] = await on.run({
        name: `custom-field-reference-${table}`,
        text: `select id from public."${table}" where id = $1${isSoft ? " and deleted_at is null" : ""}`,
        values: [id],
      });
      if (!found) throw invalid(`${path}: there is no ${field.entity} with the id ${id}`);
    }
  }
}

const shouldNotExist = (path: string) => invalid(`property ${path} should not exist`);
const notAnObject = (path: string) => invalid(`${path} must be an object`);
const isComputed = (path: string) => invalid(`${path} is computed by a plugin and cannot be written`);

const isEmpty = (value: unknown) => value === undefined || value === null;
