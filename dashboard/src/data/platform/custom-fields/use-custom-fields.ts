import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../../../kit/api/api.ts";
import { sessionQuery } from "../../session/session-queries.ts";
import type { CustomField, FieldEntity } from "./custom-field.ts";

const NONE: readonly CustomField[] = [];

/** The fields of an entity. They come with the session: a page does not ask for them, and a shop without any has none. */
export function useCustomFields(entity: FieldEntity): readonly CustomField[] {
  const { data } = useQuery(sessionQuery(useApi()));
  const all = data?.fields;
  return useMemo(() => all?.filter((field) => field.entity === entity) ?? NONE, [all, entity]);
}
