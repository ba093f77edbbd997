import { Text, TextInput, type TextInputProps } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { blockOf } from "../grid/clipboard.ts";

export type TypedNumberProps = Omit<TextInputProps, "value" | "onChange" | "defaultValue">;

interface Props extends TypedNumberProps {
  /** Null: the field is empty. */
  value: number | null;
  onChange(value: number | null): void;
  /** The value as the language writes it. */
  shown: string;
  read(text: string): { value: number } | { problem: string };
  unit?: string | undefined;
}

/** The text while it is typed, and afterwards if it is no number. */
interface Typing {
  text: string;
  /** As it was before. A text that is no number does not change it. */
  base: number | null;
  problem: string | null;
  isLeft: boolean;
}

/** A number, typed as people write it. What cannot be read is named, and nothing is saved meanwhile (kit/api/query-client.ts). */
export function TypedNumber({
  value,
  onChange,
  shown,
  read,
  unit,
  error,
  onBlur,
  onKeyDown,
  ...props
}: Props) {
  const [typing, setTyping] = useState<Typing | null>(null);
  const type = (text: string) => {
    const base = typing ? typing.base : value;
    const typed = text.trim() === "" ? { value: null } : read(text);
    const problem = "problem" in typed ? typed.problem : null;
    setTyping({ text, base, problem, isLeft: false });
    const next = "problem" in typed ? base : typed.value;
    if (next !== value) onChange(next);
  };
  const leave = () => setTyping((known) => (known?.problem ? { ...known, isLeft: true } : null));
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") leave();
    if (event.key === "Escape" && typing?.problem) {
      // Takes the text back, and leaves the dialog around it open.
      event.stopPropagation();
      setTyping(null);
    }
    onKeyDown?.(event);
  };
  return (
    <TextInput
      {...props}
      value={typing?.text ?? shown}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onPaste={(event) => pasteBlock(event, type)}
      onBlur={(event) => {
        leave();
        onBlur?.(event);
      }}
      onKeyDown={keys}
      autoComplete="off"
      data-unreadable={typing?.problem ? true : undefined}
      error={typing?.isLeft && typing.problem ? typing.problem : error}
      {...(unit && { rightSection: <Text size="sm">{unit}</Text> })}
      rightSectionWidth={unit && unit.length > 2 ? 52 : undefined}
    />
  );
}

/** A field takes one number. Browsers would join the lines of a column to one long number. */
function pasteBlock(event: ClipboardEvent, type: (text: string) => void) {
  const cells = blockOf(event.clipboardData.getData("text/plain")).flat();
  if (cells.length < 2) return;
  event.preventDefault();
  type(cells.join("; "));
}
