import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { isEmail, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { createLazyRoute, Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { WithoutMails } from "../../data/session/without-mails.tsx";
import { useApi } from "../../kit/api/api.ts";
import { useConfig } from "../../kit/api/config.ts";
import { messageOf } from "../../kit/api/error-message.ts";
import { OutsidePage } from "./outside-page.tsx";
import { SHORTEST_PASSWORD, useEnter } from "./use-enter.ts";

export const resetPasswordRoute = createLazyRoute("/reset-password")({ component: ResetPasswordPage });

/** Asks for a link; the page that the link in the mail leads to takes the new password. */
function ResetPasswordPage() {
  const { t } = useTranslation();
  const { token } = useSearch({ from: "/reset-password" });
  const { passwordMails } = useConfig();
  const text = token ? t("session.resetNew") : passwordMails ? t("session.resetText") : "";
  return (
    <OutsidePage title={t("session.reset")} text={text}>
      {token ? <NewPasswordForm token={token} /> : passwordMails ? <AskForm /> : <WithoutMails />}
      <Anchor component={Link} to="/login">
        {t("session.backToLogin")}
      </Anchor>
    </OutsidePage>
  );
}

function AskForm() {
  const { t } = useTranslation();
  const api = useApi();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "" },
    validate: { email: isEmail(t("session.emailNeeded")) },
  });
  const ask = useMutation({
    mutationFn: (body: { email: string }) => api.POST("/admin/users/password-token", { body }),
  });
  if (ask.isSuccess) return <Text role="status">{t("session.resetSent")}</Text>;
  return (
    <form onSubmit={form.onSubmit((given) => ask.mutate(given))} noValidate>
      <Stack>
        <Refused error={ask.error} />
        <TextInput
          label={t("session.email")}
          type="email"
          autoComplete="username"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <Button type="submit" loading={ask.isPending}>
          {t("session.resetAsk")}
        </Button>
      </Stack>
    </form>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const enter = useEnter();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { password: "" },
    validate: {
      password: (password) => (password.length < SHORTEST_PASSWORD ? t("session.passwordShort") : null),
    },
  });
  const set = useMutation({
    async mutationFn({ password }: { password: string }) {
      const { data } = await api.POST("/admin/users/reset-password", { body: { token, password } });
      await enter({ email: data!.user.email, password });
    },
  });
  return (
    <form onSubmit={form.onSubmit((given) => set.mutate(given))} noValidate>
      <Stack>
        {set.error && (
          <Alert color="red" role="alert">
            {t("session.resetRefused")}{" "}
            <Anchor component={Link} to="/reset-password" inherit>
              {t("session.resetAsk")}
            </Anchor>
          </Alert>
        )}
        <PasswordInput
          label={t("session.newPassword")}
          description={t("session.passwordRule")}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": t("session.showPassword") }}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={set.isPending}>
          {t("session.setPassword")}
        </Button>
      </Stack>
    </form>
  );
}

function Refused({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Alert color="red" role="alert">
      {messageOf(error, t)}
    </Alert>
  );
}
