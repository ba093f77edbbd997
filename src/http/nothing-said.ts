/** What of a JSON schema tells where null may be sent. */
interface Shape {
  type?: string | readonly string[];
  anyOf?: readonly Shape[];
  required?: readonly string[];
  properties?: Record<string, Shape>;
  items?: Shape;
}

/** What v1 takes null for, and its clients send it: nothing is said then. Null for anything else is refused. */
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
 * As in v1, whose clients send all fields of a form, null says nothing where nothing has to be said: such properties are
 * taken out of a body. Where null has a meaning of its own the schema allows it, and it stays.
 */
export function leaveOutNothing(schema: object, data: unknown): void {
  const { properties, required = [], items, anyOf = [] } = schema as Shape;
  for (const each of anyOf) leaveOutNothing(each, data);
  if (Array.isArray(data) && items) for (const each of data) leaveOutNothing(items, each);
  if (!isObject(data) || !properties) return;
  for (const [name, shape] of Object.entries(properties)) {
    if (!Object.hasOwn(data, name)) continue;
    const isNothing =
      data[name] === null && names.has(name) && !required.includes(name) && !allowsNull(shape);
    if (isNothing) delete data[name];
    else leaveOutNothing(shape, data[name]);
  }
}

/** Of these an empty text says something: that nothing is wanted. */
const saidWhenEmpty = new Set(["fields", "expand"]);

const isEmpty = (value: unknown): boolean =>
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const emptyLimit = Symbol("limit=");

/** Whether `limit=` was sent. */
export const hasEmptyLimit = (query: unknown): boolean => emptyLimit in (query as object);

/** As in v1, whose clients send all fields of a form, `limit=`, `created_at[gt]=` and `id[]=` of a query say nothing. */
export function leaveOutEmpty(query: unknown): void {
  if (!isObject(query)) return;
  for (const [name, value] of Object.entries(query)) {
    if (value === "" && saidWhenEmpty.has(name)) continue;
    if (Array.isArray(value)) query[name] = value.filter((each) => each !== "");
    else leaveOutEmpty(value);
    if (!isEmpty(query[name])) continue;
    delete query[name];
    if (name === "limit") Object.assign(query, { [emptyLimit]: true });
  }
}
