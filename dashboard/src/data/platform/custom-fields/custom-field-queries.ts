import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

/** A field that the shop has declared. Which parts it has depends on its type. */
export interface CustomField {
  id: string | null;
  entity: string;
  name: string;
  type: string;
  label: string;
  description?: string;
  options?: ({ value: string; label?: string } | string)[];
  minimum?: number;
  maximum?: number;
  required?: boolean;
  filter?: boolean;
  search?: boolean;
  storefront?: "read" | "write";
  references?: string;
  column?: string;
  /** A plugin writes it, and users do not. */
  computed?: boolean;
  plugin: string | null;
  is_deleted: boolean;
}

export const customFieldsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["custom-fields"],
    staleTime: 60_000,
    queryFn: async () => {
      const { data } = await api.GET("/admin/custom-fields", { params: { query: {} } });
      return data!.custom_fields as unknown as CustomField[];
    },
  });

export const choicesOf = ({ options = [] }: CustomField) =>
  options.map((option) =>
    typeof option === "string"
      ? { value: option, label: option }
      : { value: option.value, label: option.label ?? option.value },
  );
