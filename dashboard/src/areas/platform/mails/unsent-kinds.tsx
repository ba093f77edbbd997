import { List, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/page/card.tsx";
import { kindText } from "./mail-kinds.ts";
import type { MailState } from "./mail-queries.ts";

/** Which mails are not sent, or lack something, and why. */
export function UnsentKinds({ state: { kinds } }: { state: MailState }) {
  const { t } = useTranslation();
  const problems = kinds.filter(({ problem }) => problem !== null);
  if (problems.length === 0) return null;
  return (
    <Card title={t("mails.unsent")}>
      <List size="sm" spacing={4}>
        {problems.map(({ kind, problem }) => (
          <List.Item key={kind}>
            <Text span inherit fw={600}>
              {t(kindText(kind))}
            </Text>
            {": "}
            {t(`mails.problems.${problem!}`)}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
