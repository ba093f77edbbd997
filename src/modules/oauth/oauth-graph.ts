import { entity, json, text } from "../../graph/entity.ts";

const oauth = entity({
  name: "oauth",
  columns: {
    id: text.required,
    display_name: text.required,
    application_name: text.required,
    install_url: text.nullable,
    uninstall_url: text.nullable,
    data: json.nullable,
  },
});

export const oauthEntities = [oauth];
