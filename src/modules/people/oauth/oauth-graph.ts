import { entity, json, text } from "../../../graph/entity.ts";

/** v1 stored tokens in `data`. Only these keys are returned. */
const publicKeys = "'state', 'token_type', 'scope', 'expires_at'";

export const oauth = entity({
  name: "oauth",
  description: "An application that can be connected with the shop.",
  columns: {
    id: text.required,
    display_name: text.required,
    application_name: text.required,
    install_url: text.nullable,
    uninstall_url: text.nullable,
    data: {
      ...json.nullable,
      description: "The state of the next authorization, and the public part of the token.",
      sql: (row) =>
        `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${row}.data) where key in (${publicKeys}))`,
    },
  },
});

export const oauthEntities = [oauth];
