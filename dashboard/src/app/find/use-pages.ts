import { useTranslation } from "react-i18next";
import { SYSTEM_PAGES } from "../../areas/platform/system-pages.ts";
import { useMay } from "../../data/session/permissions.ts";
import { usePluginParts } from "../../kit/plugins/plugin-parts.ts";
import { useVisibleSections } from "../settings/sections.ts";
import { useVisiblePages } from "../shell/pages.ts";

export interface NamedPage {
  to: string;
  label: string;
  /** The page that it is a part of. */
  description?: string;
}

/** Every page that the user may open, those of the settings and of the system by themselves. */
export function usePages(): NamedPage[] {
  const { t } = useTranslation();
  const may = useMay();
  const pages = useVisiblePages();
  const sections = useVisibleSections();
  return [
    ...pages.map(({ to, name }) => ({ to, label: t(name) })),
    ...sections.map(({ to, name }) => ({
      to,
      label: t(`nav.sections.${name}`),
      description: t("nav.settings"),
    })),
    ...SYSTEM_PAGES.filter(({ needs }) => may(needs)).map(({ to, name }) => ({
      to,
      label: t(name),
      description: t("nav.system"),
    })),
    ...usePluginParts().pages.map(({ to, label, isSetting }) => ({
      to,
      label: label(),
      ...(isSetting && { description: t("nav.settings") }),
    })),
  ];
}
