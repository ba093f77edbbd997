import { TagsInput, type TagsInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../kit/api/api.ts";
import { suggestedTagsQuery, type TagKind } from "./tag-queries.ts";

const MAX_NAME = 60;

/** Free words, with those that the shop uses already as suggestions. */
export function TagNamesInput({ kind, ...props }: { kind: TagKind } & Omit<TagsInputProps, "data">) {
  const api = useApi();
  const [typed, setTyped] = useState("");
  const [wasOpened, setWasOpened] = useState(false);
  const [text] = useDebouncedValue(typed.trim(), 150);
  const { data = [] } = useQuery({
    ...suggestedTagsQuery(api, kind, text),
    placeholderData: keepPreviousData,
    enabled: wasOpened,
  });
  return (
    <TagsInput
      {...props}
      data={data}
      onFocus={() => setWasOpened(true)}
      searchValue={typed}
      onSearchChange={setTyped}
      maxLength={MAX_NAME}
      isDuplicate={(name, chosen) => chosen.some((each) => each.toLowerCase() === name.toLowerCase())}
      splitChars={[","]}
      acceptValueOnBlur
    />
  );
}
