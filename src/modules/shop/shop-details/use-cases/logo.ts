import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { Refusal } from "../../../../kernel/refusal.ts";
import { onStorage } from "../../../../providers/files/storage-errors.ts";
import { renderPdf } from "../../../../providers/pdf/render-pdf.ts";
import type { FileProvider } from "../../../../providers/ports/files.ts";
import { checkRows, PNG_SIGNATURE, partsOfPng, sizeOfRows } from "../logo-png.ts";
import { brokenLogo, logoTooLarge, MAX_LOGO_BYTES, noPicture, unknownLogo } from "../shop-details.ts";

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

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

/** The logo for PDF documents. Refuses what is no picture, also one that takes gigabytes of memory when it is unpacked. */
export async function readLogo(files: FileProvider, key: string): Promise<string> {
  try {
    const content = await bytesOf(files, key);
    return `data:${await typeOf(content)};base64,${content.toString("base64")}`;
  } catch (error) {
    if (error instanceof Refusal && error.type === "not_found") throw unknownLogo();
    throw error;
  }
}

/** The kinds of pictures that PDF documents can hold. */
async function typeOf(content: Buffer): Promise<"image/png" | "image/jpeg"> {
  if (content.subarray(0, JPEG.length).equals(JPEG)) return "image/jpeg";
  if (!content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) throw noPicture();
  const { packed, rows } = partsOfPng(content);
  checkRows(rows, await unpacked(packed, sizeOfRows(rows)));
  return "image/png";
}

const unpack = promisify(inflate);

/** More than the rows need would be more than the picture says that it has. */
async function unpacked(packed: Buffer, size: number): Promise<Buffer> {
  try {
    return await unpack(packed, { maxOutputLength: size });
  } catch {
    throw brokenLogo();
  }
}

/** A document is made with it: a file may begin like a picture and be none. */
export async function checkLogo(files: FileProvider, key: string): Promise<void> {
  const image = await readLogo(files, key);
  try {
    await renderPdf({ title: "logo", language: "en", content: [{ image, fit: [150, 60] }] });
  } catch {
    throw brokenLogo();
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
