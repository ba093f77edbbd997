import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { createLazyRoute, Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { messageOf } from "../../kit/api/error-message.ts";
import { claimsOf } from "./claims.ts";
import { OutsidePage } from "./outside-page.tsx";
import { SHORTEST_PASSWORD, useEnter } from "./use-enter.ts";

export const inviteRoute = createLazyRoute("/invite")({ component: InvitePage });

/** The page that the mail of an invitation leads to. */
function InvitePage() {
  const { t } = useTranslation();
  const { token } = useSearch({ from: "/invite" });
  const email = claimsOf(token)["user_email"];
  if (!token || typeof email !== "string") {
    return (
      <OutsidePage title={t("session.invite")} text={t("session.inviteBroken")}>
        <Anchor component={Link} to="/login">
          {t("session.logIn")}
        </Anchor>
      </OutsidePage>
    );
  }
  return (
    <OutsidePage title={t("session.invite")} text={t("session.inviteText")}>
      <InviteForm token={token} email={email} />
    </OutsidePage>
  );
}

function InviteForm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const enter = useEnter();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { first_name: "", last_name: "", password: "" },
    validate: {
      password: (password) => (password.length < SHORTEST_PASSWORD ? t("session.passwordShort") : null),
    },
  });
  const accept = useMutation({
    async mutationFn(user: { first_name: string; last_name: string; password: string }) {
      await api.POST("/admin/invites/accept", { body: { token, user }, parseAs: "text" });
      await enter({ email, password: user.password });
    },
  });
  return (
    <form onSubmit={form.onSubmit((given) => accept.mutate(given))} noValidate>
      <Stack>
        {accept.error && (
          <Alert color="red" role="alert">
            {messageOf(accept.error, t)} {t("session.inviteAgain")}
          </Alert>
        )}
        <TextInput label={t("session.email")} autoComplete="username" value={email} readOnly />
        <TextInput
          label={t("session.firstName")}
          autoComplete="given-name"
          key={form.key("first_name")}
          {...form.getInputProps("first_name")}
        />
        <TextInput
          label={t("session.lastName")}
          autoComplete="family-name"
          key={form.key("last_name")}
          {...form.getInputProps("last_name")}
        />
        <PasswordInput
          label={t("session.password")}
          description={t("session.passwordRule")}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={{ "aria-label": t("session.showPassword") }}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={accept.isPending}>
          {t("session.accept")}
        </Button>
      </Stack>
    </form>
  );
}
