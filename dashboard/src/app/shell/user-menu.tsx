import { ActionIcon, Menu } from "@mantine/core";
import { IconLanguage, IconLogout, IconUser } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { logOut, userQuery } from "../../data/session/session-queries.ts";
import { LANGUAGES, setLanguage } from "../../i18n/translations.ts";
import { useApi } from "../../kit/api/api.ts";

export function UserMenu() {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: user } = useQuery(userQuery(api));
  const leave = useMutation({
    mutationFn: () => logOut(api),
    async onSuccess() {
      queryClient.clear();
      await navigate({ to: "/login" });
    },
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t("shell.account")}>
          <IconUser size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email}</Menu.Label>
        {LANGUAGES.filter(({ code }) => code !== i18n.language).map(({ code, name }) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={<IconLanguage size={16} />}
            onClick={() => setLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leave.mutate()}>
          {t("session.logOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
