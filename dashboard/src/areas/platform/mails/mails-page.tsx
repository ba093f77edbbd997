import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { mailStateQuery } from "./mail-queries.ts";
import { MailStateCard } from "./mail-state-card.tsx";
import { MailTestCard } from "./mail-test-card.tsx";
import { SentMails } from "./sent-mails.tsx";
import { UnsentKinds } from "./unsent-kinds.tsx";

export const mailsRoute = createLazyRoute("/shell/settings/mails")({ component: MailsPage });

/** Whether the shop's mails arrive, what was sent to whom, and what was not. */
function MailsPage() {
  const { t } = useTranslation();
  const state = useQuery(mailStateQuery(useApi()));
  return (
    <SectionPage title={t("nav.sections.mails")} text={t("settings.texts.mails")}>
      <Loaded of={state}>
        {(found) => (
          <>
            <MailStateCard state={found} />
            <UnsentKinds state={found} />
            {found.can_test && <MailTestCard />}
          </>
        )}
      </Loaded>
      <Stack>
        <Title order={2} size="h3">
          {t("mails.sent")}
        </Title>
        <SentMails />
      </Stack>
    </SectionPage>
  );
}
