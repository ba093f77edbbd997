import { Anchor, Group } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import type { List } from "../../../kit/list/list-declaration.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import type { Column } from "../../../kit/list/rows-table.tsx";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import { Thumbnail } from "../products/thumbnail.tsx";
import { MediaDialog } from "./media-dialog.tsx";
import { MEDIA_PAGE, type Media, type MediaSearch, mediaQuery } from "./media-queries.ts";
import { isPicture, Uses } from "./media-uses.tsx";
import { UploadButton } from "./upload-button.tsx";

type MediaList = List<MediaSearch, Media, ReturnType<typeof useOpened>>;

/** Every picture and file of the shop, and the products that show it. */
export const mediaRoute = createLazyRoute("/shell/products/media")({
  component: listPage({
    title: "media.title",
    about: "media.about",
    query: mediaQuery,
    rows: ({ media }) => media,
    pageSize: MEDIA_PAGE,
    useShared: useOpened,
    useShortColumns: ({ shared }) => useMediaColumns(shared.dialog.open),
    empty: "media.none",
    noneFound: "media.noneFound",
    count: "media.count",
    find: { label: "products.find", width: 280 },
    Above: CatalogueTabs,
    Actions: Upload,
    Below: OpenedMedia,
  }),
});

function useOpened() {
  return { dialog: useDialog<Media>(), may: useMay()("uploads:write") };
}

function Upload({ list: { shared } }: { list: MediaList }) {
  return shared.may ? <UploadButton /> : null;
}

function OpenedMedia({ list: { shared } }: { list: MediaList }) {
  const { row, opened, close } = shared.dialog;
  return row && <MediaDialog key={row.id} media={row} opened={opened} onClose={close} mayEdit={shared.may} />;
}

function useMediaColumns(open: (media: Media) => void): Column<Media>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("media.name"),
        cell: (media) => (
          <Group gap="sm" wrap="nowrap">
            <Thumbnail url={isPicture(media) ? media.url : null} size={56} />
            <Anchor
              component="button"
              type="button"
              ta="start"
              style={{ overflowWrap: "anywhere" }}
              onClick={() => open(media)}
            >
              {media.name}
            </Anchor>
          </Group>
        ),
      },
      { id: "uses", header: t("media.uses"), cell: (file) => <Uses file={file} /> },
      {
        id: "size",
        isWide: true,
        header: t("media.size"),
        cell: ({ size }) => (size === null ? "–" : format.bytes(size)),
      },
      {
        id: "date",
        isWide: true,
        header: t("media.date"),
        cell: ({ created_at }) => format.time(created_at),
      },
    ],
    [t, format, open],
  );
}
