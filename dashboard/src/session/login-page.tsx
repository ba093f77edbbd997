import { Center, Paper, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LoginForm } from "./login-form.tsx";

export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { to } = useSearch({ from: "/login" });
  const enter = async () => {
    queryClient.removeQueries({ queryKey: ["session"] });
    await navigate({ to: to ?? "/" });
  };
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <div>
            <Title order={1} size="h2">
              Tradewind
            </Title>
            <Text c="dimmed">{t("session.welcome")}</Text>
          </div>
          <LoginForm onLoggedIn={enter} />
        </Stack>
      </Paper>
    </Center>
  );
}
