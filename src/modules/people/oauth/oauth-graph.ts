import { entity, json, text } from "../../../graph/entity.ts";

/** v1 kept tokens in `data`. Whatever a row holds, only these keys leave. */
const publicKeys = "'state', 'token_type', 'scope', 'expires_at'";

export const oauth = entity({
  name: "oauth",
  description: "An application that the shop can be connected with.",
  columns: {
    id: text.required,
    display_name: text.required,
    application_name: text.required,
    install_url: text.nullable,
    uninstall_url: text.nullable,
    data: {
      ...json.nullable,
      description: "The state of the next authorization, and what is public of the token.",
      sql: (row) =>
        `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${row}.data) where key in (${publicKeys}))`,
    },
  },
});

export const oauthEntities = [oauth];
