import { ActionIcon, Kbd, Table } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconKeyboard } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";

const KEYS = [
  { keys: ["j"], name: "next" },
  { keys: ["k"], name: "previous" },
  { keys: ["Enter"], name: "open" },
  { keys: ["x"], name: "select" },
  { keys: ["/"], name: "find" },
  { keys: ["Ctrl", "K"], name: "anything" },
  { keys: ["?"], name: "help" },
] as const;

/** What the keys of the queue do. */
export function KeyboardHelp() {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([
    ["shift+?", open],
    ["?", open],
  ]);
  return (
    <>
      <ActionIcon variant="default" size="input-sm" aria-label={t("orders.keyboard.title")} onClick={open}>
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
      <FormDialog opened={isOpen} onClose={close} title={t("orders.keyboard.title")}>
        <Table>
          <Table.Tbody>
            {KEYS.map(({ keys, name }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  {keys.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{t(`orders.keyboard.${name}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </FormDialog>
    </>
  );
}
