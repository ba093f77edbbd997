import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Media } from "./media-queries.ts";

export const isPicture = ({ type }: Pick<Media, "type">) => type === null || type.startsWith("image/");

const FEW = 2;

/** Links to the products; of many the first ones. */
export function Uses({ uses, most = FEW }: { uses: Media["uses"]; most?: number }) {
  const { t } = useTranslation();
  if (uses.length === 0) return <Text size="sm">{t("media.unused")}</Text>;
  return (
    <>
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
