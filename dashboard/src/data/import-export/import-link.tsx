import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../session/permissions.ts";
import { type ImportType, NEEDED } from "./import-types.ts";

interface Props {
  type: ImportType;
  /** The price list whose prices the file has. */
  list?: string;
}

/** From the page of what a file would change. */
export function ImportLink({ type, list }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  if (!may("import-export:write") || !may(NEEDED[type])) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/imports/new" search={{ type, list }} />}
    >
      {t("imports.open")}
    </Button>
  );
}
