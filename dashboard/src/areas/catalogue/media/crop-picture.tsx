import { Alert, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { uploadFiles } from "../../../kit/inputs/upload-files.ts";
import { croppedFile } from "./cropped-file.ts";
import type { Media } from "./media-queries.ts";

const SHAPES = { free: undefined, square: 1, wide: 16 / 9, tall: 3 / 4 } as const;
type Shape = keyof typeof SHAPES;

const WHOLE: PercentCrop = { unit: "%", x: 10, y: 10, width: 80, height: 80 };

interface Props {
  media: Media;
  onCancel(): void;
  onDone(): void;
}

/** A part of a picture becomes a new file: products that show the whole one keep it. */
export function CropPicture({ media, onCancel, onDone }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const picture = useRef<HTMLImageElement>(null);
  const [shape, setShape] = useState<Shape>("free");
  const [crop, setCrop] = useState<PercentCrop>(WHOLE);
  const [isBroken, setIsBroken] = useState(false);
  const action = useAction(["media"]);
  const choose = (next: Shape) => {
    setShape(next);
    const aspect = SHAPES[next];
    const { width = 1, height = 1 } = picture.current ?? {};
    setCrop(
      aspect
        ? centerCrop(makeAspectCrop({ unit: "%", width: 80 }, aspect, width, height), width, height)
        : WHOLE,
    );
  };
  const save = () =>
    action.start({
      async run() {
        await uploadFiles(api, [await croppedFile(picture.current!, crop, media.name)]);
      },
      done: t("media.cropped"),
      onDone,
    });
  return (
    <Stack>
      <SegmentedControl
        aria-label={t("media.shape")}
        value={shape}
        onChange={(next) => choose(next as Shape)}
        data={(Object.keys(SHAPES) as Shape[]).map((value) => ({ value, label: t(`media.shapes.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t("media.cropHint")}
      </Text>
      {isBroken && (
        <Alert color="red" role="alert">
          {t("media.notCroppable")}
        </Alert>
      )}
      <ReactCrop
        // As wide as the picture: the part is a share of the frame.
        style={{ alignSelf: "flex-start" }}
        crop={crop}
        aspect={SHAPES[shape]}
        keepSelection
        minWidth={8}
        minHeight={8}
        onChange={(_, percent) => setCrop(percent)}
        ariaLabels={{
          cropArea: t("media.cropArea"),
          nwDragHandle: t("media.handles.nw"),
          nDragHandle: t("media.handles.n"),
          neDragHandle: t("media.handles.ne"),
          eDragHandle: t("media.handles.e"),
          seDragHandle: t("media.handles.se"),
          sDragHandle: t("media.handles.s"),
          swDragHandle: t("media.handles.sw"),
          wDragHandle: t("media.handles.w"),
        }}
      >
        <img
          ref={picture}
          src={media.url}
          alt={media.name}
          crossOrigin="anonymous"
          style={{ maxHeight: 420 }}
          onError={() => setIsBroken(true)}
        />
      </ReactCrop>
      <Group>
        <Button loading={action.isPending} disabled={isBroken} onClick={save}>
          {t("media.saveCrop")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("action.back")}
        </Button>
      </Group>
    </Stack>
  );
}
