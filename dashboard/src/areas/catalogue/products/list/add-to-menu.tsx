import { Button, type ButtonProps, Menu, ScrollArea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useLabels } from "../../use-labels.ts";
import type { BulkAction } from "./bulk-work.ts";

interface Props extends ButtonProps {
  onChoose(action: BulkAction): void;
}

/** The collections and channels that the selected products can be added to. */
export function AddToMenu({ onChoose, ...button }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  const { collection_id: collections, sales_channel_id: channels } = useLabels(isOpen);
  return (
    <Menu position="bottom-start" opened={isOpen} onOpen={open} onClose={close}>
      <Menu.Target>
        <Button {...button} variant="light" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t("products.addTo")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320}>
          <Menu.Label>{t("products.filters.collection_id")}</Menu.Label>
          {collections.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => onChoose({ kind: "collection", id: value })}>
              {label}
            </Menu.Item>
          ))}
          {may("settings:write") && <Menu.Label>{t("products.filters.sales_channel_id")}</Menu.Label>}
          {may("settings:write") &&
            channels.map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => onChoose({ kind: "channel", id: value })}>
                {label}
              </Menu.Item>
            ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
