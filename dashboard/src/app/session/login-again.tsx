import { Modal, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../data/session/session-queries.ts";
import { useApi } from "../../kit/api/api.ts";
import { sessionResumed, useSessionEnded } from "../../kit/api/session-state.ts";

const LoginForm = lazy(() => import("./login-form.tsx").then((file) => ({ default: file.LoginForm })));

/** After the end of a session, the user logs in again above the page, which keeps what was typed. */
export function LoginAgain() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const hasEnded = useSessionEnded();
  const { data: user } = useQuery({ ...userQuery(useApi()), enabled: false });
  const resume = () => {
    sessionResumed();
    void queryClient.invalidateQueries();
  };
  if (!user) return null;
  return (
    <Modal
      opened={hasEnded}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t("session.ended")}
    >
      <Stack>
        <Text>{t("session.continue")}</Text>
        <Suspense>
          <LoginForm email={user.email} onLoggedIn={resume} />
        </Suspense>
      </Stack>
    </Modal>
  );
}
