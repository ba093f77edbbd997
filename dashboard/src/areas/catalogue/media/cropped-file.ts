import type { PercentCrop } from "react-image-crop";

/** Formats that a canvas can write. Others become PNG, which loses nothing. */
const WRITTEN: Record<string, string> = { jpg: "image/jpeg", jpeg: "image/jpeg", webp: "image/webp" };

/** The chosen part of a picture as a file, in the pixels of the picture. */
export async function croppedFile(
  picture: HTMLImageElement,
  { x, y, width, height }: PercentCrop,
  name: string,
): Promise<File> {
  const { naturalWidth, naturalHeight } = picture;
  const part = {
    left: Math.round((naturalWidth * x) / 100),
    top: Math.round((naturalHeight * y) / 100),
    width: Math.max(1, Math.round((naturalWidth * width) / 100)),
    height: Math.max(1, Math.round((naturalHeight * height) / 100)),
  };
  const canvas = document.createElement("canvas");
  canvas.width = part.width;
  canvas.height = part.height;
  const { left, top } = part;
  canvas
    .getContext("2d")!
    .drawImage(picture, left, top, part.width, part.height, 0, 0, part.width, part.height);
  const [, base = name, ending = ""] = /^(.*?)(?:\.([^.]+))?$/.exec(name) ?? [];
  const type = WRITTEN[ending.toLowerCase()] ?? "image/png";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!blob) throw new Error(name);
  return new File([blob], `${base}-${part.width}x${part.height}.${type.slice("image/".length)}`, { type });
}
