import { ActionIcon, Button, Group, Popover, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDeviceFloppy, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { OPEN_ORDERS } from "../../../data/orders/order-statuses.ts";
import type { OrderSearch } from "./order-search.ts";
import { useSavedViews } from "./saved-views.ts";

const EVERY_SHOP = [
  { name: "all", search: {} },
  { name: "toCapture", search: OPEN_ORDERS.toCapture },
  { name: "toPack", search: OPEN_ORDERS.toPack },
  { name: "toShip", search: OPEN_ORDERS.toShip },
] as const satisfies readonly { name: string; search: OrderSearch }[];

interface Props {
  search: OrderSearch;
  onShow(search: OrderSearch): void;
}

const isSame = (one: OrderSearch, other: OrderSearch) => {
  const [{ page: _a, ...first }, { page: _b, ...second }] = [one, other];
  return JSON.stringify(first) === JSON.stringify(second);
};

export function OrderViews({ search, onShow }: Props) {
  const { t } = useTranslation();
  const { views, save, remove } = useSavedViews();
  const variant = (view: OrderSearch) => (isSame(view, search) ? "filled" : "default");
  return (
    <Group gap="xs" role="group" aria-label={t("orders.views")}>
      {EVERY_SHOP.map(({ name, search: view }) => (
        <Button
          key={name}
          size="compact-md"
          variant={variant(view)}
          onClick={() => onShow(view as OrderSearch)}
        >
          {t(`orders.viewNames.${name}`)}
        </Button>
      ))}
      {views.map(({ name, search: view }) => (
        <Group key={name} gap={2}>
          <Button size="compact-md" variant={variant(view)} onClick={() => onShow(view)}>
            {name}
          </Button>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t("orders.removeView", { name })}
            onClick={() => remove(name)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <SaveView onSave={(name) => save({ name, search })} />
    </Group>
  );
}

function SaveView({ onSave }: { onSave(name: string): void }) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure();
  const [name, setName] = useState("");
  const saveAs = () => {
    if (name.trim() === "") return;
    onSave(name.trim());
    setName("");
    close();
  };
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} trapFocus withArrow>
      <Popover.Target>
        <Button
          size="compact-md"
          variant="subtle"
          onClick={open}
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        >
          {t("orders.saveView")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            saveAs();
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t("orders.viewName")}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              data-autofocus
            />
            <Button type="submit">{t("action.save")}</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
