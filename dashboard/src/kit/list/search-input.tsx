import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";

interface Props extends Omit<TextInputProps, "value" | "onChange" | "leftSection"> {
  /** What the list is searched for now. */
  value: string | undefined;
  onFind(text: string): void;
}

/** Searches while the user types. It is emptied when the search is removed from the address. */
export function SearchInput({ value, onFind, ...props }: Props) {
  const [typed, setTyped] = useState(value ?? "");
  const find = useDebouncedCallback(onFind, 250);
  useEffect(() => {
    if (value === undefined) setTyped("");
  }, [value]);
  return (
    <TextInput
      w={{ base: "100%", sm: 220 }}
      {...props}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        find(currentTarget.value.trim());
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
    />
  );
}
