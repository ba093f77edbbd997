import { Button, Drawer, Group, Stack, Switch, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { Loaded } from "../../kit/page/section-page.tsx";
import { NoticeLink } from "./notice-link.tsx";
import { markRead, muteKinds, noticeKindsQuery, noticesQuery } from "./notice-queries.ts";

/** The newest notices first, and which kinds the user wants. */
export default function NoticePanel({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t("notices.title")}
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      <Stack>
        <Group justify="space-between">
          {isChoosing ? <span /> : <ReadAllButton />}
          <Button variant="default" size="compact-sm" onClick={() => setIsChoosing(!isChoosing)}>
            {t(isChoosing ? "notices.back" : "notices.choose")}
          </Button>
        </Group>
        {isChoosing ? <KindChoice /> : <NoticeList onFollow={onClose} />}
      </Stack>
    </Drawer>
  );
}

/** Reads again what depends on what was read, or is wanted. */
function useChange<Given>(change: (given: Given) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["notices"] }),
  });
}

function ReadAllButton() {
  const { t } = useTranslation();
  const api = useApi();
  const { data } = useInfiniteQuery(noticesQuery(api));
  const newest = data?.pages[0]?.notices[0]?.id;
  const read = useChange((up_to: string) => markRead(api, { up_to }));
  return (
    <Button
      variant="default"
      size="compact-sm"
      disabled={newest === undefined || data?.pages[0]?.unread === 0}
      loading={read.isPending}
      onClick={() => newest !== undefined && read.mutate(newest)}
    >
      {t("notices.readAll")}
    </Button>
  );
}

function NoticeList({ onFollow }: { onFollow(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const notices = useInfiniteQuery(noticesQuery(api));
  const read = useChange((id: string) => markRead(api, { ids: [id] }));
  return (
    <Loaded of={notices} isPart>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.notices);
        if (rows.length === 0) return <Text>{t("notices.none")}</Text>;
        return (
          <>
            <Stack component="ul" gap={0} p={0} m={0} aria-label={t("notices.title")}>
              {rows.map((notice) => (
                <NoticeLink
                  key={notice.id}
                  notice={notice}
                  onFollow={() => {
                    read.mutate(notice.id);
                    onFollow();
                  }}
                />
              ))}
            </Stack>
            {notices.hasNextPage && (
              <Button
                variant="default"
                loading={notices.isFetchingNextPage}
                onClick={() => void notices.fetchNextPage()}
              >
                {t("notices.older")}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function KindChoice() {
  const { t } = useTranslation();
  const api = useApi();
  const kinds = useQuery(noticeKindsQuery(api));
  const mute = useChange((muted: string[]) => muteKinds(api, muted));
  return (
    <Loaded of={kinds} isPart>
      {(all) => {
        const muted = all.filter(({ is_muted }) => is_muted).map(({ name }) => name);
        const toggle = (name: (typeof muted)[number], isWanted: boolean) =>
          mute.mutate(isWanted ? muted.filter((each) => each !== name) : [...muted, name]);
        return (
          <Stack gap="sm">
            <Text size="sm">{t("notices.chooseText")}</Text>
            {all.map(({ name, is_muted }) => (
              <Switch
                key={name}
                label={t(`notices.kinds.${name as "order_placed"}`)}
                checked={!is_muted}
                disabled={mute.isPending}
                onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
              />
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}
