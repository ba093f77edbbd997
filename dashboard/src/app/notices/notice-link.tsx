import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { pageOfEntity } from "../../areas/platform/page-of-entity.ts";
import { JOB_TYPES, type JobType } from "../../data/import-export/import-types.ts";
import { useFormat } from "../../kit/format/format.ts";
import type { Notice } from "./notice-queries.ts";

/** Where a kind of notice leads. Others lead to the page of what they are about, if it has one. */
const PAGES: Record<string, { to: string; search?: object }> = {
  mail_failed: { to: "/settings/mails", search: { state: "failed" } },
  stock_low: { to: "/stock/low" },
};

const pageOf = ({ kind, target }: Notice) => PAGES[kind] ?? { to: pageOfEntity(target) ?? "/" };

interface Props {
  notice: Notice;
  onFollow(): void;
}

export function NoticeLink({ notice, onFollow }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { to, search = {} } = pageOf(notice);
  return (
    <li style={{ listStyle: "none" }}>
      <UnstyledButton
        className="notice"
        onClick={onFollow}
        renderRoot={(props) => <Link {...props} to={to as "/"} search={search as never} />}
      >
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <span className={notice.is_read ? "notice-dot" : "notice-dot unread"} aria-hidden />
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={notice.is_read ? 400 : 700} style={{ overflowWrap: "anywhere" }}>
              {textOf(notice, t)}
              {!notice.is_read && <span className="visually-hidden"> ({t("notices.unread")})</span>}
            </Text>
            <Text size="xs" c="dimmed">
              {format.time(notice.occurred_at)}
            </Text>
          </Stack>
        </Group>
      </UnstyledButton>
    </li>
  );
}

function textOf({ kind, event, label }: Notice, t: TFunction): string {
  if (kind === "import_done") {
    const type = JOB_TYPES.find((name) => name === label) as JobType | undefined;
    const name = type ? t(`imports.types.${type}`) : t("notices.kinds.import_done");
    return t(event === "batch.failed" ? "notices.texts.import_failed" : "notices.texts.import_done", {
      name,
    });
  }
  return t(`notices.texts.${kind as "order_placed"}`, { label: label ?? "" }).trim();
}
