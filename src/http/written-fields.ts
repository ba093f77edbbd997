import { type TOptional, type TUnsafe, Type } from "typebox";
import type { Column, Entity } from "../graph/entity.ts";
import type { Values } from "../graph/row.ts";
import type { ChangedName, RequiredName, WrittenName } from "../graph/written-row.ts";
import { MAX_AMOUNT } from "../kernel/money.ts";

type Field<Value> = TUnsafe<Value>;

/** Properties of a body that creates a row. Those without a value to start with are required. */
export type FieldsOfNew<E extends Entity> = {
  [Name in WrittenName<E>]: Name extends RequiredName<E>
    ? Field<Values<E>[Name]>
    : TOptional<Field<Values<E>[Name]>>;
};

/** Properties of a body that changes a row. */
export type FieldsOfChange<E extends Entity> = {
  [Name in ChangedName<E>]: TOptional<Field<Values<E>[Name]>>;
};

export const fieldsOfNew = <E extends Entity>(entity: E): FieldsOfNew<E> =>
  fields(entity, ({ written, nullable, initial }) =>
    written ? { isOptional: nullable || initial !== undefined } : null,
  ) as FieldsOfNew<E>;

export const fieldsOfChange = <E extends Entity>(entity: E): FieldsOfChange<E> =>
  fields(entity, ({ written }) => (written === "always" ? { isOptional: true } : null)) as FieldsOfChange<E>;

/** The named fields first, in this order, then the others. */
export function inOrder<Fields extends object>(fields: Fields, names: readonly string[]): Fields {
  const known = fields as Record<string, unknown>;
  const first = names.flatMap((name) => (name in known ? [[name, known[name]]] : []));
  return { ...Object.fromEntries(first), ...known } as Fields;
}

const fields = (entity: Entity, accept: (column: Column) => { isOptional: boolean } | null) =>
  Object.fromEntries(
    Object.entries(entity.columns).flatMap(([name, column]) => {
      const accepted = accept(column);
      if (!accepted) return [];
      const schema = Type.Unsafe(fieldSchema(column));
      return [[name, accepted.isOptional ? Type.Optional(schema) : schema]];
    }),
  );

function fieldSchema(column: Column) {
  const { type, nullable, values, minLength, maxLength, minimum = 0, maximum = MAX_AMOUNT } = column;
  const sent = (name: string) => ({ type: nullable ? [name, "null"] : name });
  if (type === "text")
    return {
      ...sent("string"),
      ...(values && { enum: nullable ? [...values, null] : [...values] }),
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    };
  if (type === "integer") return { ...sent("integer"), minimum, maximum };
  if (type === "boolean") return sent("boolean");
  throw new Error(`A body has no schema for a column of the type ${type}`);
}
