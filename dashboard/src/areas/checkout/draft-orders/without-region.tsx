import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";

/** A new shop: nothing can be sold before it has a region. */
export function WithoutRegion() {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  return (
    <Stack maw={820}>
      <BackLink to="/draft-orders">{t("drafts.back")}</BackLink>
      <PageTitle>{t("drafts.new")}</PageTitle>
      <Alert color="orange" title={t("drafts.noRegion")}>
        <Text size="sm">{t("drafts.noRegionText")}</Text>
        {may && (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/settings/regions" />}>
            {t("drafts.addRegion")}
          </Anchor>
        )}
      </Alert>
    </Stack>
  );
}
