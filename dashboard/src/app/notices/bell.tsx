import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { loadPageTexts } from "../../i18n/translations.ts";
import { useApi } from "../../kit/api/api.ts";
import { unreadQuery } from "./notice-queries.ts";

// Most pages are left without a look at it.
const NoticePanel = lazy(async () => {
  await loadPageTexts();
  return import("./notice-panel.tsx");
});

const MOST = 99;

/** What happened that the user should know, and how much of it is unread. */
export function Bell() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const hasStream = useMay()("events:read");
  const { data: unread = 0 } = useQuery(unreadQuery(useApi(), hasStream));
  return (
    <>
      <div style={{ position: "relative" }}>
        <ActionIcon
          variant="default"
          size="lg"
          onClick={() => setIsOpen(true)}
          aria-label={t("shell.notices", { count: unread })}
        >
          <IconBell size={18} aria-hidden />
        </ActionIcon>
        {unread > 0 && (
          <span className="bell-count" aria-hidden>
            {unread > MOST ? `${MOST}+` : unread}
          </span>
        )}
      </div>
      <Suspense>{isOpen && <NoticePanel onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
