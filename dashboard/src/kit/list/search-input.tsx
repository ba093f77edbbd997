import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

interface Props extends Omit<TextInputProps, "value" | "onChange" | "leftSection"> {
  /** What the list is searched for now. */
  value: string | undefined;
  onFind(text: string): void;
}

/** Searches while the user types. It follows a search that comes from elsewhere: a saved view, the back button. */
export function SearchInput({ value, onFind, ...props }: Props) {
  const [typed, setTyped] = useState(value ?? "");
  const asked = useRef(value ?? "");
  const find = useDebouncedCallback((text: string) => {
    asked.current = text;
    onFind(text);
  }, 250);
  useEffect(() => {
    // What was asked for here may not be the last that was typed.
    if ((value ?? "") === asked.current) return;
    asked.current = value ?? "";
    setTyped(value ?? "");
  }, [value]);
  return (
    <TextInput
      w={{ base: "100%", sm: 220 }}
      {...props}
      data-finds
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        find(currentTarget.value.trim());
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
    />
  );
}
