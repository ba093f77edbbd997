import { Anchor, Button, Group, Image, Modal, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { useIsPhone } from "../../../kit/page/use-is-phone.ts";
import type { Media } from "./media-queries.ts";
import { isPicture, Uses } from "./media-uses.tsx";

const CropPicture = lazy(() =>
  import("./crop-picture.tsx").then((module) => ({ default: module.CropPicture })),
);

interface Props {
  media: Media;
  opened: boolean;
  onClose(): void;
  mayEdit: boolean;
}

const ALL = 20;

/** One picture or file: where it is used, and what can be done with it. */
export function MediaDialog({ media, opened, onClose, mayEdit }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isCropping, setIsCropping] = useState(false);
  // The next time it is opened, it begins with the whole picture.
  const close = () => {
    setIsCropping(false);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={media.name}
      size="lg"
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      {isCropping ? (
        <Suspense fallback={<PageLoading />}>
          <CropPicture media={media} onCancel={() => setIsCropping(false)} onDone={close} />
        </Suspense>
      ) : (
        <Facts media={media} mayEdit={mayEdit} onCrop={() => setIsCropping(true)} onClose={onClose} />
      )}
    </Modal>
  );
}

interface FactsProps extends Omit<Props, "opened"> {
  onCrop(): void;
}

function Facts({ media, mayEdit, onCrop, onClose }: FactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Stack>
      {isPicture(media) && <Image src={media.url} alt={media.name} mah={360} fit="contain" />}
      <Text size="sm">
        {[media.size === null ? null : format.bytes(media.size), format.time(media.created_at)]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      <Anchor
        size="sm"
        href={media.url}
        target="_blank"
        rel="noreferrer"
        style={{ overflowWrap: "anywhere" }}
      >
        {media.url}
      </Anchor>
      <div>
        <Text fw={600} size="sm">
          {t("media.uses")}
        </Text>
        <Uses file={media} most={ALL} />
      </div>
      {mayEdit && (
        <Group>
          {isPicture(media) && (
            <Button variant="default" onClick={onCrop}>
              {t("media.crop")}
            </Button>
          )}
          <DeleteButton media={media} onDone={onClose} />
        </Group>
      )}
    </Stack>
  );
}

function DeleteButton({ media, onDone }: { media: Media; onDone(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const action = useAction(["media"]);
  const products = media.uses.map(({ title }) => title).join(", ");
  const warnings = [
    ...(products ? [t("media.deleteUsed", { products })] : []),
    ...(media.is_logo ? [t("media.deleteLogo")] : []),
  ];
  const isUsed = warnings.length > 0;
  const remove = () =>
    action.start({
      question: {
        title: t("media.deleteTitle", { name: media.name }),
        text: isUsed ? warnings.join(" ") : t("media.deleteText"),
        confirm: isUsed ? t("media.deleteAnyway") : t("products.delete"),
      },
      run: () =>
        api.DELETE("/admin/uploads/{id}", {
          params: { path: { id: media.id }, query: isUsed ? { force: true } : {} },
        }),
      done: t("product.deleted", { title: media.name }),
      onDone,
    });
  return (
    <Button variant="default" loading={action.isPending} onClick={remove}>
      {t("products.delete")}
    </Button>
  );
}
