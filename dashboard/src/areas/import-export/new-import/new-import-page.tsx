import { Stack } from "@mantine/core";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { NewImport } from "./new-import.tsx";

export const newImportRoute = createLazyRoute("/shell/imports/new")({ component: NewImportPage });

/** An import whose kind is known before its file, as from the page of a price list. */
function NewImportPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: "/shell/imports/new" });
  const navigate = useNavigate({ from: "/imports/new" });
  return (
    <Stack maw={960}>
      <BackLink to="/imports">{t("imports.back")}</BackLink>
      <PageTitle>{t("imports.newImport")}</PageTitle>
      <NewImport search={search} onChange={(changed) => navigate({ search: changed })} />
    </Stack>
  );
}
