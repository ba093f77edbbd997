import { Code, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Without mails only the operator of the server can set a new password: docs/guides/dashboard.md. */
export function WithoutMails({ email }: { email?: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">{t("session.resetWithoutMails")}</Text>
      <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        tradewind user password --email {email ?? t("session.yourEmail")}
      </Code>
    </>
  );
}
