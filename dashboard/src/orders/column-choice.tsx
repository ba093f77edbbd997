import { Button, Checkbox, Menu, Stack } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconColumns } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CHOSEN_COLUMNS } from "./order-columns.tsx";

type Visibility = Record<string, boolean>;

/** Which columns this browser shows. */
export function useChosenColumns() {
  const [visibility, setVisibility] = useLocalStorage<Visibility>({
    key: "tradewind.orders.columns",
    defaultValue: { country: false, status: false },
  });
  return {
    visibility,
    choose: (column: string, isShown: boolean) => setVisibility((known) => ({ ...known, [column]: isShown })),
  };
}

interface Props {
  visibility: Visibility;
  onChoose(column: string, isShown: boolean): void;
}

export function ColumnChoice({ visibility, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          {t("table.columns")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown p="sm">
        <Stack gap="xs">
          {CHOSEN_COLUMNS.map((column) => (
            <Checkbox
              key={column}
              label={t(`orders.${column}`)}
              checked={visibility[column] !== false}
              onChange={({ currentTarget }) => onChoose(column, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Menu.Dropdown>
    </Menu>
  );
}
