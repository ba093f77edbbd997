import { ActionIcon, Alert, Badge, Box, Group, Image, Paper, Stack, Text } from "@mantine/core";
import { Dropzone, IMAGE_MIME_TYPE } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { IconArrowLeft, IconArrowRight, IconPhotoUp, IconStar, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { messageOf } from "../api/error-message.ts";
import { uploadFiles } from "./upload-files.ts";

interface Pictures {
  images: string[];
  thumbnail: string | null;
}

interface Props extends Pictures {
  mayUpload: boolean;
  onChange(changed: Partial<Pictures>): void;
}

const moved = (urls: readonly string[], from: number, to: number): string[] => {
  const rest = urls.filter((_, index) => index !== from);
  return [...rest.slice(0, to), urls[from]!, ...rest.slice(to)];
};

/** Pictures are added by dropping or choosing files, sorted by dragging or with the arrows, and one is the thumbnail. */
export function PicturesInput({ images, thumbnail, mayUpload, onChange }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [dragged, setDragged] = useState<number | null>(null);
  const upload = useMutation({
    mutationFn: (files: File[]) => uploadFiles(api, files),
    onSuccess: (urls) =>
      onChange({ images: [...images, ...urls], ...(!thumbnail && { thumbnail: urls[0] ?? null }) }),
  });
  const remove = (url: string) => {
    const left = images.filter((each) => each !== url);
    onChange({ images: left, ...(thumbnail === url && { thumbnail: left[0] ?? null }) });
  };
  const drop = (to: number) => {
    if (dragged !== null && dragged !== to) onChange({ images: moved(images, dragged, to) });
    setDragged(null);
  };
  return (
    <Stack>
      {images.length > 0 && (
        <Group component="ul" m={0} p={0} gap="sm" aria-label={t("pictures.list")}>
          {images.map((url, index) => (
            <Box
              component="li"
              key={url}
              draggable
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => drop(index)}
              style={{ listStyle: "none", cursor: "grab", opacity: dragged === index ? 0.4 : 1 }}
            >
              <Picture
                url={url}
                number={index + 1}
                count={images.length}
                isThumbnail={url === thumbnail}
                onMove={(by) => onChange({ images: moved(images, index, index + by) })}
                onChoose={() => onChange({ thumbnail: url })}
                onRemove={() => remove(url)}
              />
            </Box>
          ))}
        </Group>
      )}
      {mayUpload && (
        <Dropzone
          accept={IMAGE_MIME_TYPE}
          onDrop={(files) => upload.mutate(files)}
          loading={upload.isPending}
          inputProps={{ "aria-label": t("pictures.add") }}
          maxSize={10 * 1024 ** 2}
          onReject={() => upload.reset()}
        >
          <Group justify="center" gap="sm" mih={64} wrap="nowrap">
            <IconPhotoUp size={28} stroke={1.4} style={{ flex: "none" }} aria-hidden />
            <Text size="sm">{t("pictures.drop")}</Text>
          </Group>
        </Dropzone>
      )}
      {upload.error && (
        <Alert color="red" role="alert">
          {messageOf(upload.error, t)}
        </Alert>
      )}
    </Stack>
  );
}

interface PictureProps {
  url: string;
  number: number;
  count: number;
  isThumbnail: boolean;
  onMove(by: number): void;
  onChoose(): void;
  onRemove(): void;
}

function Picture({ url, number, count, isThumbnail, onMove, onChoose, onRemove }: PictureProps) {
  const { t } = useTranslation();
  const button = { variant: "subtle", color: "gray", size: "md" } as const;
  return (
    <Paper withBorder p={6} w={148}>
      <Box pos="relative">
        <Image src={url} alt={t("pictures.picture", { number })} h={120} fit="contain" draggable={false} />
        {isThumbnail && (
          <Badge pos="absolute" top={4} left={4} size="sm" tt="none">
            {t("pictures.isThumbnail")}
          </Badge>
        )}
      </Box>
      <Group gap={0} justify="space-between" wrap="nowrap" mt={4}>
        <ActionIcon
          {...button}
          disabled={number === 1}
          aria-label={t("pictures.forward", { number })}
          onClick={() => onMove(-1)}
        >
          <IconArrowLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...button}
          disabled={number === count}
          aria-label={t("pictures.backward", { number })}
          onClick={() => onMove(1)}
        >
          <IconArrowRight size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...button}
          disabled={isThumbnail}
          aria-label={t("pictures.thumbnail", { number })}
          onClick={onChoose}
        >
          <IconStar size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon {...button} aria-label={t("pictures.remove", { number })} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
