import { Alert, Button, Code, Group, List, Text } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { Copyable } from "../../../kit/detail/copyable.tsx";
import { useAsk } from "../../../kit/dialogs/ask.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { appsQuery } from "../team/access-queries.ts";
import { newToken } from "./new-token.ts";

export const tokensRoute = createLazyRoute("/shell/settings/tokens")({ component: TokensPage });

const ownTokenQuery = (api: Api) =>
  queryOptions({
    queryKey: ["session", "token"],
    queryFn: async () => (await api.GET("/admin/auth")).data!.user,
  });

function TokensPage() {
  const { t } = useTranslation();
  const session = useQuery(ownTokenQuery(useApi()));
  return (
    <SectionPage title={t("nav.sections.tokens")} text={t("settings.texts.tokens")}>
      <Loaded of={session}>
        {(user) => <OwnToken userId={user.id} hasToken={user.api_token !== null} />}
      </Loaded>
      <AppsCard />
    </SectionPage>
  );
}

/** A user has one token. A new one replaces it, and is shown once. */
function OwnToken({ userId, hasToken }: { userId: string; hasToken: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay()("keys:write");
  const ask = useAsk();
  const queryClient = useQueryClient();
  const params = { path: { id: userId } };
  const create = useMutation({
    async mutationFn() {
      const token = newToken();
      await api.POST("/admin/users/{id}", { params, body: { api_token: token } });
      return token;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["session"] }),
  });
  const revoking = useAction(["session"]);
  const start = async () => {
    const question = {
      title: t("access.tokens.replace"),
      text: t("access.tokens.replaceText"),
      confirm: t("access.tokens.replace"),
    };
    if (!hasToken || (await ask(question))) create.mutate();
  };
  const revoke = () =>
    revoking.start({
      question: {
        title: t("access.tokens.revokeTitle"),
        text: t("access.tokens.replaceText"),
        confirm: t("access.keys.revoke"),
      },
      run: () => api.POST("/admin/users/{id}", { params, body: { api_token: null } }),
      done: t("access.tokens.revoked"),
      onDone: () => create.reset(),
    });
  return (
    <Card title={t("access.tokens.own")} text={t("access.tokens.ownText")}>
      {create.error && (
        <Alert color="red" role="alert">
          {messageOf(create.error, t)}
        </Alert>
      )}
      {create.data && (
        <Alert title={t("access.tokens.created")} role="status">
          <Text size="sm" mb="xs">
            {t("access.tokens.createdText")}
          </Text>
          <Copyable text={create.data} name={t("access.tokens.token")} />
        </Alert>
      )}
      <Text>{t(hasToken ? "access.tokens.has" : "access.tokens.hasNone")}</Text>
      {may && (
        <Group>
          <Button loading={create.isPending} onClick={() => void start()}>
            {t(hasToken ? "access.tokens.replace" : "access.tokens.create")}
          </Button>
          {hasToken && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              loading={revoking.isPending}
              onClick={() => void revoke()}
            >
              {t("access.keys.revoke")}
            </Button>
          )}
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {t("access.tokens.usage")} <Code>Authorization: Bearer …</Code>
      </Text>
    </Card>
  );
}

function AppsCard() {
  const { t } = useTranslation();
  const apps = useQuery(appsQuery(useApi()));
  return (
    <Card title={t("access.apps.title")} text={t("access.apps.text")}>
      <Loaded of={apps} isPart>
        {(data) =>
          data.length === 0 ? (
            <Text c="dimmed">{t("access.apps.none")}</Text>
          ) : (
            <List>
              {data.map(({ id, display_name, data: connection }) => (
                <List.Item key={id}>
                  {display_name} ({t(connection ? "access.apps.connected" : "access.apps.notConnected")})
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
    </Card>
  );
}
