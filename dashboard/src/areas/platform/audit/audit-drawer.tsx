import { Drawer, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FactList } from "../../../kit/detail/fact-list.tsx";
import { JsonView } from "../../../kit/detail/json-view.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { EntityLink } from "../entity-link.tsx";
import { entityOfPath } from "../page-of-entity.ts";
import type { AuditEntry } from "../system-queries.ts";
import { authorOf } from "./audit-columns.tsx";
import { DifferenceTable } from "./difference-table.tsx";
import { actionOf, subjectOf } from "./subjects.ts";

interface Props {
  entry: AuditEntry | null;
  onClose(): void;
}

export function AuditDrawer({ entry, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size="xl"
      title={t("system.entry")}
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      {entry && <Entry entry={entry} />}
    </Drawer>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  const entity = entityOfPath(entry.path);
  return (
    <Stack>
      <FactList
        facts={[
          [
            t("system.who"),
            [...new Set([authorOf(entry), entry.user?.email ?? ""])].filter(Boolean).join(" · "),
          ],
          [t("system.time"), format.exactTime(entry.occurred_at)],
          [t("system.what"), [subjectOf(entry.path, t), actionOf(entry.path, t)].filter(Boolean).join(" · ")],
          [t("system.object"), entity && <EntityLink key="object" id={entity} />],
          [t("system.address"), entry.ip],
          [t("system.request"), `${entry.method} ${entry.path}`],
          [t("system.requestId"), entry.request_id],
        ]}
      />
      {(entry.before || entry.after) && (
        <section>
          <Title order={3} size="h5" mb={4}>
            {t("system.difference")}
          </Title>
          <DifferenceTable before={entry.before} after={entry.after} />
        </section>
      )}
      <section>
        <Title order={3} size="h5" mb={4}>
          {t("system.sent")}
        </Title>
        {entry.body ? (
          <JsonView label={t("system.sent")} value={entry.body} />
        ) : (
          <Text c="dimmed">{t("system.nothingSent")}</Text>
        )}
      </section>
    </Stack>
  );
}
