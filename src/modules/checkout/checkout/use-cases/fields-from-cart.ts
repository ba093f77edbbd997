import type { DeclaredFields } from "../../../../graph/custom-fields/declared-fields.ts";
import { storedFieldsOf } from "../../../../graph/custom-fields/field-values.ts";
import { problemOfValue } from "../../../../graph/custom-fields/value-problem.ts";
import type { SentCustomFields } from "../../../../kernel/sent-fields.ts";

/**
 * The fields of a new order: those of its cart that are declared under the same name for orders, too, and defaults. A value that
 * orders do not accept is left out: no customer is refused for it.
 */
export function fieldsFromCart(declared: DeclaredFields, cart: object): SentCustomFields | undefined {
  const known = declared.of("cart")?.byName;
  const stored = storedFieldsOf(cart) ?? {};
  const values = (declared.of("order")?.stored.all ?? []).flatMap((field) => {
    const { name } = field;
    const value = known?.get(name)?.type === field.type ? stored[name] : undefined;
    const isAccepted = value !== undefined && problemOfValue(field, value, name) === null;
    const given = isAccepted ? value : field.default;
    return given === undefined ? [] : [[name, given]];
  });
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}
