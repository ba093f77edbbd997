import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Media } from "./media-queries.ts";

export const isPicture = ({ type }: Pick<Media, "type">) => type === null || type.startsWith("image/");

const FEW = 2;

/** Links to the products, of many the first ones; and whether it is the logo. */
export function Uses({ file, most = FEW }: { file: Pick<Media, "uses" | "is_logo">; most?: number }) {
  const { t } = useTranslation();
  const { uses, is_logo } = file;
  if (uses.length === 0 && !is_logo) return <Text size="sm">{t("media.unused")}</Text>;
  return (
    <>
      {is_logo && (
        <Anchor size="sm" display="block" renderRoot={(props) => <Link {...props} to="/settings/store" />}>
          {t("media.logo")}
        </Anchor>
      )}
      {uses.slice(0, most).map(({ id, title }) => (
        <Anchor
          key={id}
          size="sm"
          display="block"
          renderRoot={(props) => <Link {...props} to="/products/$id" params={{ id }} />}
        >
          {title}
        </Anchor>
      ))}
      {uses.length > most && (
        <Text size="sm" c="dimmed">
          {t("media.more", { count: uses.length - most })}
        </Text>
      )}
    </>
  );
}
