import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { FoundMultiSelect } from "../../kit/inputs/found-multi-select.tsx";
import { findTags, type TagKind } from "./tag-queries.ts";

interface Props {
  kind: TagKind;
  /** Ids of tags. */
  value: string[] | undefined;
  onChange(ids: string[] | undefined): void;
}

/** A shop without tags has nothing to choose. */
export function TagsFilter({ kind, value, onChange }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: some = [] } = useQuery({
    queryKey: ["tags", kind, "found", ""],
    queryFn: () => findTags(api, kind, ""),
  });
  if (some.length === 0) return null;
  return (
    <FoundMultiSelect
      label={t("tags.title")}
      searchKey={["tags", kind]}
      find={(text) => findTags(api, kind, text)}
      {...(!value && { placeholder: t("table.all") })}
      value={value ?? []}
      onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
      clearable
      w={{ base: "100%", sm: 220 }}
    />
  );
}
