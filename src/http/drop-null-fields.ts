/** The parts of a JSON schema that decide where null is allowed. */
interface Shape {
  type?: string | readonly string[];
  anyOf?: readonly Shape[];
  required?: readonly string[];
  properties?: Record<string, Shape>;
  items?: Shape;
}

/** Fields for which v1 accepts null and its clients send it: as if the field was not sent. Other nulls are refused. */
const names = new Set([
  "conditions",
  "context",
  "country_code",
  "customer_groups",
  "customer_id",
  "discounts",
  "groups",
  "items",
  "location_id",
  "metadata",
  "no_notification",
  "no_notification_order",
  "note",
  "password",
  "phone",
  "prices",
  "products",
  "receive_now",
  "refund",
  "regions",
  "return_shipping",
  "rule",
  "shipping_options",
  "tracking_numbers",
]);

const allowsNull = ({ type, anyOf }: Shape): boolean =>
  anyOf ? anyOf.some(allowsNull) : type === undefined || [type].flat().includes("null");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Removes optional fields with null from a body. Clients of v1 send all fields of a form. Where null has a meaning of its
 * own the schema allows it, and it stays.
 */
export function dropNullFields(schema: object, data: unknown): void {
  const { properties, required = [], items, anyOf = [] } = schema as Shape;
  for (const each of anyOf) dropNullFields(each, data);
  if (Array.isArray(data) && items) for (const each of data) dropNullFields(items, each);
  if (!isObject(data) || !properties) return;
  for (const [name, shape] of Object.entries(properties)) {
    if (!Object.hasOwn(data, name)) continue;
    const isDropped =
      data[name] === null && names.has(name) && !required.includes(name) && !allowsNull(shape);
    if (isDropped) delete data[name];
    else dropNullFields(shape, data[name]);
  }
}

/** For these an empty text has a meaning: select nothing. */
const meaningfulWhenEmpty = new Set(["fields", "expand"]);

const isEmpty = (value: unknown): boolean =>
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const emptyLimit = Symbol("limit=");

/** Whether `limit=` was sent. */
export const hasEmptyLimit = (query: unknown): boolean => emptyLimit in (query as object);

/** Removes empty parameters from a query, as v1 does: `limit=`, `created_at[gt]=`, `id[]=`. */
export function dropEmptyParameters(query: unknown): void {
  if (!isObject(query)) return;
  for (const [name, value] of Object.entries(query)) {
    if (value === "" && meaningfulWhenEmpty.has(name)) continue;
    if (Array.isArray(value)) query[name] = value.filter((each) => each !== "");
    else dropEmptyParameters(value);
    if (!isEmpty(query[name])) continue;
    delete query[name];
    if (name === "limit") Object.assign(query, { [emptyLimit]: true });
  }
}
