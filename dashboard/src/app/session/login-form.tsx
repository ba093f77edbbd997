import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { isEmail, isNotEmpty, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { type Credentials, logIn } from "../../data/session/session-queries.ts";
import { useApi } from "../../kit/api/api.ts";
import { messageOf } from "../../kit/api/error-message.ts";

interface Props {
  /** Set after the end of a session: the same user logs in again. */
  email?: string;
  onLoggedIn(): void;
}

const isWrong = (error: Error) => error instanceof ApiError && error.status === 401;

export function LoginForm({ email, onLoggedIn }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const form = useForm<Credentials>({
    mode: "uncontrolled",
    initialValues: { email: email ?? "", password: "" },
    validate: { email: isEmail(t("session.emailNeeded")), password: isNotEmpty(t("session.passwordNeeded")) },
  });
  const login = useMutation({ mutationFn: (given: Credentials) => logIn(api, given), onSuccess: onLoggedIn });
  return (
    <form onSubmit={form.onSubmit((given) => login.mutate(given))} noValidate>
      <Stack>
        {login.error && (
          <Alert color="red" role="alert">
            {isWrong(login.error) ? t("session.wrong") : messageOf(login.error, t)}
          </Alert>
        )}
        <TextInput
          label={t("session.email")}
          type="email"
          autoComplete="username"
          readOnly={email !== undefined}
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={t("session.password")}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ "aria-label": t("session.showPassword") }}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={login.isPending}>
          {t("session.logIn")}
        </Button>
      </Stack>
    </form>
  );
}
