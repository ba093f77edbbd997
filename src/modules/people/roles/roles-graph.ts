import { boolean, entity, rowColumns, text, texts } from "../../../graph/entity.ts";

export const role = entity({
  name: "role",
  table: "tradewind.role",
  description: "What the users who have it may do.",
  columns: {
    ...rowColumns,
    name: text.required,
    description: text.nullable,
    permissions: { ...texts.required, description: "Such as `orders:write`. `*` is every permission." },
    is_built_in: { ...boolean.required, description: "It cannot be changed or deleted." },
  },
});

export const roleView = { entity: role };

export const rolesEntities = [role];
