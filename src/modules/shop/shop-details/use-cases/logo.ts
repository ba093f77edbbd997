import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { Refusal } from "../../../../kernel/refusal.ts";
import { onStorage } from "../../../../providers/files/storage-errors.ts";
import { renderPdf } from "../../../../providers/pdf/render-pdf.ts";
import type { FileProvider } from "../../../../providers/ports/files.ts";
import {
  brokenLogo,
  logoOfManyPixels,
  logoTooLarge,
  logoTypeOf,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXEL_BYTES,
  packedPixels,
  unknownLogo,
} from "../shop-details.ts";

async function bytesOf(files: FileProvider, key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of await onStorage(() => files.read(key))) {
    size += part.length;
    if (size > MAX_LOGO_BYTES) throw logoTooLarge();
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

/** The logo for PDF documents. Refuses what is no picture. */
export async function readLogo(files: FileProvider, key: string): Promise<string> {
  try {
    const content = await bytesOf(files, key);
    return `data:${logoTypeOf(content)};base64,${content.toString("base64")}`;
  } catch (error) {
    if (error instanceof Refusal && error.type === "not_found") throw unknownLogo();
    throw error;
  }
}

/** A document is made with it: a file may begin like a picture and be none. */
export async function checkLogo(files: FileProvider, key: string): Promise<void> {
  const image = await readLogo(files, key);
  await refuseUnpackable(image);
  try {
    await renderPdf({ title: "logo", language: "en", content: [{ image, fit: [150, 60] }] });
  } catch {
    throw brokenLogo();
  }
}

const unpacked = promisify(inflate);

/** A small file can be a picture that takes gigabytes of memory when it is unpacked, in every document. */
async function refuseUnpackable(image: string): Promise<void> {
  const [head = "", data = ""] = image.split(",");
  if (!head.includes("png")) return;
  try {
    await unpacked(packedPixels(Buffer.from(data, "base64")), { maxOutputLength: MAX_LOGO_PIXEL_BYTES });
  } catch (error) {
    throw (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? logoOfManyPixels() : brokenLogo();
  }
}

/** Null if the file is gone: a document without a logo is better than none. */
export async function logoUrlOf(files: FileProvider, key: string | null): Promise<string | null> {
  if (key === null) return null;
  try {
    return await onStorage(() => files.downloadUrl(key, { seconds: 3_600 }));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
