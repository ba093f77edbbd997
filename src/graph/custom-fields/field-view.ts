import type { Field } from "./declaration.ts";

/** A field as answers show it. `references` is the entity that a reference points to: `entity` is the one with the field. */
export function fieldView({ entity_name, name, entity, plugin, ...declaration }: Field) {
  return {
    entity: entity_name,
    name,
    ...declaration,
    label: declaration.label ?? name,
    ...(entity && { references: entity }),
    plugin,
  };
}
