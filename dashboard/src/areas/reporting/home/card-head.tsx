import { Anchor, Group, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { KindName } from "../reports/report-kinds.ts";
import type { Period } from "./home-search.ts";

interface Props {
  title: string;
  report: KindName;
  period: Period;
  currency: string | null;
}

/** The heading of a part of the page, and the report that it is the beginning of. */
export function CardHead({ title, report, period, currency }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" mb="sm" wrap="nowrap" align="baseline">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Anchor
        size="sm"
        className="nowrap"
        aria-label={t("home.reportOf", { name: title })}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/reports/$kind"
            params={{ kind: report }}
            search={{ ...period, ...(currency && { currency }) }}
          />
        )}
      >
        {t("home.seeReport")}
      </Anchor>
    </Group>
  );
}
