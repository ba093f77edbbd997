import { queryOptions } from "@tanstack/react-query";
import type { CustomField } from "../../../data/platform/custom-fields/custom-field.ts";
import type { Api } from "../../../kit/api/api.ts";

/** A field in the settings. One of a plugin has no id. */
export type DeclaredField = CustomField & { id: string | null; is_deleted: boolean };

/** What shows fields: the list of the settings, and the session, from which all other pages have them. */
export const SHOWN_IN = ["custom-fields", "session"];

export const declaredFieldsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["custom-fields"],
    queryFn: async () => {
      const { data } = await api.GET("/admin/custom-fields", { params: { query: {} } });
      return data!.custom_fields as unknown as DeclaredField[];
    },
  });

/** A field that was deleted gets its values back. */
export function bringBack(api: Api, field: DeclaredField) {
  const { id: _, is_deleted: __, plugin: ___, ...declaration } = field;
  return api.POST("/admin/custom-fields", { body: declaration as never });
}
