import type { FileRejection } from "@mantine/dropzone";

export const MAX_PICTURE_BYTES = 10_000_000;

/** A file that is not uploaded, and why. */
export interface RefusedPicture {
  name: string;
  bytes: number;
  reason: "large" | "type" | "broken";
}

/** Those that the field does not take. */
export const rejectedPictures = (rejected: readonly FileRejection[]): RefusedPicture[] =>
  rejected.map(({ file, errors }) => ({
    name: file.name,
    bytes: file.size,
    reason: errors.some(({ code }) => code === "file-too-large") ? "large" : "type",
  }));

/** A picture that this browser cannot draw is not shown to customers either. */
async function isDrawn(file: File): Promise<boolean> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export async function checkedPictures(
  files: readonly File[],
): Promise<{ good: File[]; broken: RefusedPicture[] }> {
  const drawn = await Promise.all(files.map(isDrawn));
  return {
    good: files.filter((_, place) => drawn[place]),
    broken: files.flatMap((file, place) =>
      drawn[place] ? [] : { name: file.name, bytes: file.size, reason: "broken" as const },
    ),
  };
}
