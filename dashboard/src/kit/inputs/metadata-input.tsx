import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

type Metadata = Record<string, unknown>;

interface Props {
  value: Metadata;
  onChange(value: Metadata): void;
}

interface Line {
  id: number;
  key: string;
  value: string;
}

/** Texts are shown as they are, other values as JSON. */
const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** What looks like a number, a yes or no, or a list stays one only if it was one: a text stays a text. */
function typed(text: string, before: unknown): unknown {
  if (typeof before === "string" || before === undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const linesOf = (value: Metadata): Line[] =>
  Object.entries(value).map(([key, each], id) => ({ id, key, value: shown(each) }));

/** Free pairs of names and values. */
export function MetadataInput({ value, onChange }: Props) {
  const { t } = useTranslation();
  const [lines, setLines] = useState(() => linesOf(value));
  const [first] = useState(value);
  const change = (changed: Line[]) => {
    setLines(changed);
    const named = changed.filter(({ key }) => key.trim() !== "");
    onChange(Object.fromEntries(named.map((line) => [line.key.trim(), typed(line.value, first[line.key])])));
  };
  const set = (id: number, part: Partial<Line>) =>
    change(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const add = () =>
    setLines([...lines, { id: Math.max(-1, ...lines.map(({ id }) => id)) + 1, key: "", value: "" }]);
  return (
    <Stack gap="xs">
      {lines.length === 0 && (
        <Text c="dimmed" size="sm">
          {t("metadata.none")}
        </Text>
      )}
      {lines.map(({ id, key, value: each }) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t("metadata.key")}
            placeholder={t("metadata.key")}
            value={key}
            onChange={({ currentTarget }) => set(id, { key: currentTarget.value })}
            flex={1}
          />
          <TextInput
            aria-label={t("metadata.value", { key })}
            placeholder={t("metadata.valueHint")}
            value={each}
            onChange={({ currentTarget }) => set(id, { value: currentTarget.value })}
            flex={2}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("metadata.remove", { key })}
            onClick={() => change(lines.filter((line) => line.id !== id))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        {t("metadata.add")}
      </Button>
    </Stack>
  );
}
