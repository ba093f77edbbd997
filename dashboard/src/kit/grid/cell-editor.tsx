import { MultiSelect, TagsInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import styles from "./grid.module.css";
import type { Choice, GridColumn } from "./grid-column.ts";

/** Where the cursor goes when the cell is left. */
export type Next = "down" | "right" | "left" | "stay";

interface Props {
  column: Pick<GridColumn<never>, "kind" | "header" | "choices">;
  /** What the cell begins with. */
  text: string;
  /** The ids or words of a list. */
  list: readonly string[];
  suggestions: readonly string[];
  onCommit(text: string, next: Next): void;
  onCancel(): void;
}

/** The field that takes the place of a cell while it is typed in. */
export function CellEditor({ column, text, list, suggestions, onCommit, onCancel }: Props) {
  const isDone = useRef(false);
  const once = (work: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    work();
  };
  const isList = column.kind === "list";
  const keys = (value: () => string) => ({
    onBlur: () => once(() => onCommit(value(), "stay")),
    onKeyDown(event: KeyboardEvent) {
      event.stopPropagation();
      if (event.key === "Escape") once(onCancel);
      else if (event.key === "Enter" && !isList) once(() => onCommit(value(), "down"));
      else if (event.key === "Tab") {
        event.preventDefault();
        once(() => onCommit(value(), event.shiftKey ? "left" : "right"));
      }
    },
  });
  if (isList) return <ListEditor column={column} list={list} suggestions={suggestions} keys={keys} />;
  if (column.kind === "choice") return <ChoiceEditor column={column} text={text} keys={keys} />;
  return <TextEditor column={column} text={text} keys={keys} />;
}

type Keys = (value: () => string) => {
  onBlur(): void;
  onKeyDown(event: KeyboardEvent): void;
};

/** The keyboard of a phone: for numbers, with a point if the column has amounts. */
const KEYBOARDS = { whole: "numeric", money: "decimal", text: "text" } as const;

const isTouched = () => window.matchMedia("(pointer: coarse)").matches;

function TextEditor({ column: { header, kind }, text, keys }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <input
      ref={input}
      className={styles.input}
      aria-label={header}
      defaultValue={text}
      inputMode={KEYBOARDS[kind as keyof typeof KEYBOARDS]}
      // A phone has no key that empties a field at once: what is typed takes the place of what is there.
      onFocus={({ currentTarget }) => isTouched() && currentTarget.select()}
      // biome-ignore lint/a11y/noAutofocus: the person has just opened this cell
      autoFocus
      {...keys(() => input.current?.value ?? "")}
    />
  );
}

interface ChoiceProps {
  column: Props["column"];
  text: string;
  keys: Keys;
}

function ChoiceEditor({ column: { header, choices = [] }, text, keys }: ChoiceProps) {
  const [value, setValue] = useState(() => choiceBeginning(choices, text)?.value ?? choices[0]?.value ?? "");
  return (
    <select
      className={styles.input}
      aria-label={header}
      value={value}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
      // biome-ignore lint/a11y/noAutofocus: the person has just opened this cell
      autoFocus
      {...keys(() => value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

const choiceBeginning = (choices: readonly Choice[], text: string) =>
  choices.find(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));

interface ListProps extends Pick<Props, "column" | "list" | "suggestions"> {
  keys: Keys;
}

function ListEditor({ column: { header, choices }, list, suggestions, keys }: ListProps) {
  const [values, setValues] = useState<string[]>([...list]);
  const { onBlur, onKeyDown } = keys(() => values.join(";"));
  const shared = { "aria-label": header, value: values, onChange: setValues, onBlur, autoFocus: true };
  return (
    // The field decides about the other keys itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside
    <div className={styles.wide} onKeyDown={onKeyDown}>
      {choices ? (
        <MultiSelect {...shared} data={[...choices]} searchable defaultDropdownOpened />
      ) : (
        <TagsInput {...shared} data={[...suggestions]} acceptValueOnBlur />
      )}
    </div>
  );
}
