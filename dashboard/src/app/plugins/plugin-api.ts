import type { Api } from "../../kit/api/api.ts";
import type { PluginApi } from "../../kit/plugins/contract.ts";

type Send = (path: string, options: object) => Promise<{ data?: unknown }>;

/** The client of the dashboard, for paths that it has no types of. */
export function pluginApiOf(api: Api): PluginApi {
  const send = async <Answer>(method: "GET" | "POST" | "DELETE", path: string, options: object = {}) =>
    (await (api[method] as unknown as Send)(path, options)).data as Answer;
  return {
    get: (path, query) => send("GET", path, { params: { query } }),
    post: (path, body) => send("POST", path, { body }),
    delete: (path) => send("DELETE", path),
  };
}
