import {
  ActionIcon,
  Alert,
  Badge,
  Box,
  Group,
  Image,
  List,
  Paper,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { Dropzone, type FileRejection, IMAGE_MIME_TYPE } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { IconArrowLeft, IconArrowRight, IconPhotoUp, IconStar, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { messageOf } from "../api/error-message.ts";
import { useFormat } from "../format/format.ts";
import {
  checkedPictures,
  MAX_PICTURE_BYTES,
  type RefusedPicture,
  rejectedPictures,
} from "./checked-pictures.ts";
import { uploadFiles } from "./upload-files.ts";

interface Pictures {
  images: string[];
  thumbnail: string | null;
}

interface Props extends Pictures {
  mayUpload: boolean;
  /** What each picture shows, by its address. */
  texts: Readonly<Record<string, string>>;
  onTexts(texts: Record<string, string>): void;
  /** Another way to add pictures. */
  library?: ReactNode;
  onChange(changed: Partial<Pictures>): void;
}

const moved = (urls: readonly string[], from: number, to: number): string[] => {
  const rest = urls.filter((_, index) => index !== from);
  return [...rest.slice(0, to), urls[from]!, ...rest.slice(to)];
};

/** Pictures are added by dropping or choosing files, sorted by dragging or with the arrows, and one is the thumbnail. */
export function PicturesInput({ images, thumbnail, mayUpload, texts, onTexts, library, onChange }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [dragged, setDragged] = useState<number | null>(null);
  const [refused, setRefused] = useState<RefusedPicture[]>([]);
  const upload = useMutation({
    async mutationFn(files: File[]) {
      const { good, broken } = await checkedPictures(files);
      setRefused((known) => [...known, ...broken]);
      return good.length > 0 ? uploadFiles(api, good) : [];
    },
    onSuccess(urls) {
      if (urls.length === 0) return;
      onChange({ images: [...images, ...urls], ...(!thumbnail && { thumbnail: urls[0] ?? null }) });
    },
  });
  /** Those that are refused do not stop the others. */
  const begin = (rejected: FileRejection[]) => {
    upload.reset();
    setRefused(rejectedPictures(rejected));
  };
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
              <TextInput
                size="xs"
                mt={4}
                w={148}
                aria-label={t("pictures.text", { number: index + 1 })}
                placeholder={t("pictures.textHint")}
                maxLength={1_000}
                value={texts[url] ?? ""}
                onChange={({ currentTarget }) => onTexts({ ...texts, [url]: currentTarget.value })}
              />
            </Box>
          ))}
        </Group>
      )}
      {mayUpload && (
        <Dropzone
          accept={IMAGE_MIME_TYPE}
          onDropAny={(_, rejected) => begin(rejected)}
          onDrop={(files) => upload.mutate(files)}
          loading={upload.isPending}
          inputProps={{ "aria-label": t("pictures.add") }}
          maxSize={MAX_PICTURE_BYTES}
        >
          <Group justify="center" gap="sm" mih={64} wrap="nowrap">
            <IconPhotoUp size={28} stroke={1.4} style={{ flex: "none" }} aria-hidden />
            <Text size="sm">{t("pictures.drop")}</Text>
          </Group>
        </Dropzone>
      )}
      <RefusedPictures refused={refused} />
      {library && <Group>{library}</Group>}
      {upload.error && (
        <Alert color="red" role="alert">
          {messageOf(upload.error, t)}
        </Alert>
      )}
    </Stack>
  );
}

function RefusedPictures({ refused }: { refused: readonly RefusedPicture[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (refused.length === 0) return null;
  return (
    <Alert
      color="red"
      role="alert"
      title={
        <Text inherit c="var(--mantine-color-text)">
          {t("pictures.refused", { count: refused.length })}
        </Text>
      }
    >
      <List size="sm">
        {refused.map(({ name, reason, bytes }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name
          <List.Item key={place}>
            <b>{name}</b>:{" "}
            {t(`pictures.reasons.${reason}`, {
              size: format.bytes(bytes),
              most: format.bytes(MAX_PICTURE_BYTES),
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
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
