import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconColumns } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

type Visibility = Record<string, boolean>;

/** Which columns of a list this browser shows. Those in `hidden` have to be chosen. */
export function useChosenColumns(list: string, hidden: readonly string[]) {
  const [chosen, setChosen] = useLocalStorage<Visibility>({
    key: `tradewind.${list}.columns`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return {
    visibility: { ...Object.fromEntries(hidden.map((column) => [column, false])), ...chosen },
    choose: (column: string, isShown: boolean) => setChosen((known) => ({ ...known, [column]: isShown })),
  };
}

interface Props {
  columns: readonly { id: string; label: string }[];
  visibility: Visibility;
  onChoose(column: string, isShown: boolean): void;
}

export function ColumnChoice({ columns, visibility, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          {t("table.columns")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("table.columns")}>
        <Stack gap="xs">
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={visibility[id] !== false}
              onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
