import { Combobox, Textarea, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "../../kit/api/api.ts";
import { colleagueName, colleaguesQuery } from "./colleagues.ts";

/** A colleague, by the name that the text has. */
export interface Mentioned {
  id: string;
  name: string;
}

/** Those whose names are still in the text. */
export const mentionedIn = (text: string, known: readonly Mentioned[]): string[] => [
  ...new Set(known.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
];

/** What was typed after an @ that begins a word, up to here. */
const MENTION = /(?:^|\s)@(\S{0,40})$/;
const FEW = 6;

interface Props {
  label: string;
  description: string;
  value: string;
  onChange(value: string): void;
  onMention(colleague: Mentioned): void;
}

/** A text in which @ offers the colleagues. */
export function MentionTextarea({ label, description, value, onChange, onMention }: Props) {
  const combobox = useCombobox();
  const [caret, setCaret] = useState(0);
  const typed = MENTION.exec(value.slice(0, caret))?.[1];
  const { data = [] } = useQuery({ ...colleaguesQuery(useApi()), enabled: typed !== undefined });
  const offered = data
    .map((each) => ({
      id: each.id,
      name: colleagueName(each),
      searched: `${colleagueName(each)} ${each.email}`,
    }))
    .filter(({ searched }) => searched.toLowerCase().includes((typed ?? "").toLowerCase()))
    .slice(0, FEW);
  // Also when the colleagues come after the last key: Enter takes the first of them.
  const { selectFirstOption } = combobox;
  const names = offered.map(({ name }) => name).join("\n");
  useEffect(() => {
    if (names) selectFirstOption();
  }, [names, selectFirstOption]);
  const choose = (id: string) => {
    const chosen = offered.find((each) => each.id === id);
    if (!chosen || typed === undefined) return;
    const start = value.slice(0, caret - typed.length);
    onChange(`${start}${chosen.name} ${value.slice(caret)}`);
    setCaret(start.length + chosen.name.length + 1);
    onMention({ id, name: chosen.name });
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <Textarea
          label={label}
          description={description}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setCaret(currentTarget.selectionStart);
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          autosize
          w="100%"
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === undefined || offered.length === 0}>
        <Combobox.Options aria-label={label}>
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
