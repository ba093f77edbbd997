import { element, fold, prose } from "./elements.js";

/** Schemas of the API description. Each level of a schema is shown when it is opened. */
export class Schemas {
  constructor(document) {
    this.document = document;
  }

  resolved(schema) {
    if (!schema?.$ref) return schema ?? {};
    const parts = schema.$ref.slice(2).split("/");
    return parts.reduce((at, part) => at[part], this.document);
  }

  /** The properties of a schema together with those of its parts. */
  partsOf(given) {
    const { allOf = [], properties = {}, required = [] } = this.resolved(given);
    const parts = allOf.map((part) => this.partsOf(part));
    return {
      properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
      required: [...parts.flatMap((part) => part.required), ...required],
    };
  }

  /** What is below a schema: the elements of a list, or the alternative that is not null. */
  inner(given) {
    const schema = this.resolved(given);
    if (schema.items) return this.inner(schema.items);
    const others = (schema.anyOf ?? []).filter((each) => each.type !== "null");
    return others.length === 1 ? this.inner(others[0]) : given;
  }

  typeOf(given) {
    const schema = this.resolved(given);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.anyOf) return schema.anyOf.map((each) => this.typeOf(each)).join(" | ");
    if (schema.items) return `${this.typeOf(schema.items)}[]`;
    if (schema.allOf) return this.typeOf(schema.allOf[0]);
    if (given?.$ref) return given.$ref.split("/").at(-1);
    return schema.title ?? [schema.type ?? "any"].flat().join(" | ");
  }

  show(given) {
    const schema = this.resolved(this.inner(given));
    const alternatives = schema.anyOf ?? [];
    if (alternatives.length > 0)
      return alternatives.map((each) => fold({ class: "field" }, this.typeOf(each), () => this.show(each)));
    const { properties, required } = this.partsOf(schema);
    return Object.entries(properties).map(([name, each]) =>
      this.property(name, each, required.includes(name)),
    );
  }

  property(name, schema, isRequired) {
    const title = [
      element("code", {}, name),
      " ",
      element("span", { class: "type" }, this.typeOf(schema)),
      isRequired ? element("span", { class: "required" }, " required") : null,
    ];
    const { description } = { ...this.resolved(schema), ...schema };
    const isDeep = Object.keys(this.partsOf(this.inner(schema)).properties).length > 0;
    if (isDeep) return fold({ class: "field" }, title.filter(Boolean), () => this.show(schema));
    return element("div", { class: "property" }, ...title, ...(description ? prose(description) : []));
  }

  /** A value to start from: what is required. */
  sample(given) {
    const schema = this.resolved(given);
    if (schema.default !== undefined) return schema.default;
    if (schema.enum) return schema.enum[0];
    if (schema.anyOf) return this.sample(schema.anyOf[0]);
    const [type] = [schema.type].flat();
    if (type === "array") return [];
    if (type === "integer" || type === "number") return schema.minimum ?? 1;
    if (type === "boolean") return false;
    if (type === "string") return "";
    const { properties, required } = this.partsOf(given);
    return Object.fromEntries(required.map((name) => [name, this.sample(properties[name])]));
  }
}
