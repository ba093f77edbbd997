import { Button, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../../data/session/session-queries.ts";
import { WithoutMails } from "../../../data/session/without-mails.tsx";
import { LANGUAGES, setLanguage } from "../../../i18n/translations.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useConfig } from "../../../kit/api/config.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";

export const profileRoute = createLazyRoute("/shell/settings/profile")({ component: ProfilePage });

type Self = { id: string; email: string; first_name: string | null; last_name: string | null };

function ProfilePage() {
  const { t } = useTranslation();
  const session = useQuery(userQuery(useApi()));
  return (
    <SectionPage title={t("nav.sections.profile")} text={t("settings.texts.profile")}>
      <Loaded of={session}>
        {(user) =>
          user && (
            <>
              <Card title={t("access.profile.name")}>
                <NameForm user={user} />
              </Card>
              <LanguageCard />
              <PasswordCard email={user.email} />
            </>
          )
        }
      </Loaded>
    </SectionPage>
  );
}

function NameForm({ user }: { user: Self }) {
  const { t } = useTranslation();
  const api = useApi();
  const edit = useEditForm({
    values: { first_name: user.first_name ?? "", last_name: user.last_name ?? "" },
    save: ({ first_name, last_name }) =>
      api.POST("/admin/users/{id}", {
        params: { path: { id: user.id } },
        body: { first_name: first_name.trim() || null, last_name: last_name.trim() || null },
      }),
    refresh: ["session", "team"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit}>
      <TextInput
        label={t("access.profile.firstName")}
        autoComplete="given-name"
        {...form.getInputProps("first_name")}
      />
      <TextInput
        label={t("access.profile.lastName")}
        autoComplete="family-name"
        {...form.getInputProps("last_name")}
      />
      <TextInput
        label={t("session.email")}
        description={t("access.profile.emailText")}
        value={user.email}
        readOnly
      />
    </EditForm>
  );
}

function LanguageCard() {
  const { t, i18n } = useTranslation();
  return (
    <Card title={t("access.profile.language")} text={t("access.profile.languageText")}>
      <Select
        aria-label={t("access.profile.language")}
        data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
        value={i18n.language}
        onChange={(code) => {
          const chosen = LANGUAGES.find((language) => language.code === code);
          if (chosen) void setLanguage(chosen.code);
        }}
        allowDeselect={false}
        maw={260}
      />
    </Card>
  );
}

/** The API changes a password with a token from a mail only. */
function PasswordCard({ email }: { email: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const action = useAction([]);
  const { passwordMails } = useConfig();
  const ask = () =>
    action.start({
      run: () => api.POST("/admin/users/password-token", { body: { email } }),
      done: t("access.profile.linkSent", { email }),
    });
  if (!passwordMails) {
    return (
      <Card title={t("session.password")}>
        <WithoutMails email={email} />
      </Card>
    );
  }
  return (
    <Card title={t("session.password")}>
      <Text size="sm">{t("access.profile.passwordText", { email })}</Text>
      <div>
        <Button variant="default" loading={action.isPending} onClick={() => void ask()}>
          {t("access.profile.sendLink")}
        </Button>
      </div>
    </Card>
  );
}
