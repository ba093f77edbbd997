import { Button, Checkbox, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../../../kit/api/error-message.ts";
import type { useViews } from "./view-queries.ts";

interface Props {
  search: object;
  create: ReturnType<typeof useViews>["create"];
}

export function SaveView({ search, create }: Props) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure();
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    const onSuccess = () => {
      setName("");
      close();
    };
    create.mutate({ name: name.trim(), search, is_shared: isShared }, { onSuccess });
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
          {t("views.save")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("views.save")}>
        <form onSubmit={save}>
          <Stack gap="sm">
            <TextInput
              label={t("views.name")}
              value={name}
              maxLength={100}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              error={create.error && messageOf(create.error, t)}
              data-autofocus
            />
            <Checkbox
              label={t("views.shareWithTeam")}
              checked={isShared}
              onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
            />
            <Button type="submit" loading={create.isPending}>
              {t("action.save")}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
