import { Anchor } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { sessionResumed } from "../../kit/api/session-state.ts";
import { LoginForm } from "./login-form.tsx";
import { OutsidePage } from "./outside-page.tsx";

export const loginPage = createLazyRoute("/login")({ component: LoginPage });

function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { to } = useSearch({ from: "/login" });
  const enter = async () => {
    queryClient.removeQueries({ queryKey: ["session"] });
    // A wrong password was refused as an ended session is.
    sessionResumed();
    await navigate({ to: to ?? "/" });
  };
  return (
    <OutsidePage title="Tradewind" text={t("session.welcome")}>
      <LoginForm onLoggedIn={enter} />
      <Anchor component={Link} to="/reset-password" size="sm">
        {t("session.forgotten")}
      </Anchor>
    </OutsidePage>
  );
}
