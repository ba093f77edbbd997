import { problemOfDeclaration } from "../../../graph/custom-fields/check-declaration.ts";
import type { Customized, FieldDeclaration } from "../../../graph/custom-fields/declaration.ts";
import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";

/** A declaration as it is stored. */
export interface StoredField {
  id: string;
  entity: Customized;
  name: string;
  declaration: FieldDeclaration;
  deleted_at: Date | string | null;
}

export type NewField = Pick<StoredField, "entity" | "name" | "declaration">;

/** What can be changed: values that are stored have the type of the field. */
export type FieldChanges = Partial<Omit<FieldDeclaration, "type" | "column" | "entity">>;

/** As requests send it: `references` is the entity that a reference points to, because `entity` is the one with the field. */
export interface SentField extends Omit<FieldDeclaration, "entity" | "references"> {
  entity: string;
  name: string;
  references?: string;
}

/** Null removes a part. */
const withoutNulls = (parts: object) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined));

export function checkedField({ entity, name, references, ...sent }: SentField): NewField {
  const declaration = withoutNulls({ ...sent, entity: references });
  refuseWrong(entity, name, declaration);
  return { entity: entity as Customized, name, declaration: declaration as unknown as FieldDeclaration };
}

export function refuseWrong(entity: string, name: string, declaration: object): void {
  const problem = problemOfDeclaration(entity, name, declaration);
  if (problem) throw invalid(problem.replace(/^entity must/, "references must"));
}

export function withChanges(stored: StoredField, changes: FieldChanges): StoredField {
  const declaration = withoutNulls({ ...stored.declaration, ...changes });
  refuseWrong(stored.entity, stored.name, declaration);
  return { ...stored, declaration: declaration as unknown as FieldDeclaration };
}

export const fieldNotFound = (id: string) => notFound("Custom field", id);

export const takenBySettings = (entity: string, name: string) =>
  new Refusal("conflict", `name: ${entity} has a field ${name} already`);

export const takenByPlugin = (entity: string, name: string, plugin: string) =>
  new Refusal("conflict", `name: the plugin ${plugin} declares a field ${name} of ${entity}`);

/** Values of a deleted field are stored until they are purged. */
export function refuseOtherType(deleted: StoredField, type: string): void {
  if (deleted.declaration.type !== type) {
    throw new Refusal(
      "conflict",
      `type: the deleted field ${deleted.name} had the type ${deleted.declaration.type}: purge its values before`,
    );
  }
}

export function refuseUndeleted({ deleted_at }: StoredField): void {
  if (deleted_at === null)
    throw notAllowed("Only the values of a deleted field can be purged: delete it first");
}
