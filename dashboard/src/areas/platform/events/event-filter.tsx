import { Autocomplete } from "@mantine/core";
import { useEffect, useState } from "react";

interface Props {
  label: string;
  /** What can be chosen; anything else can be typed. */
  data: readonly string[];
  value: string | undefined;
  onChange(name: string | undefined): void;
}

/** A name or a pattern, chosen or typed and confirmed with Enter. */
export function EventFilter({ label, data, value, onChange }: Props) {
  const [typed, setTyped] = useState(value ?? "");
  useEffect(() => setTyped(value ?? ""), [value]);
  return (
    <Autocomplete
      label={label}
      data={[...data]}
      limit={40}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text === "") onChange(undefined);
      }}
      onOptionSubmit={onChange}
      onKeyDown={({ key }) => {
        if (key === "Enter" && typed.trim() !== "") onChange(typed.trim());
      }}
      w={{ base: "100%", sm: 240 }}
    />
  );
}
