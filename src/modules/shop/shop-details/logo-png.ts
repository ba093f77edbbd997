import { brokenLogo, logoOfManyPixels } from "./shop-details.ts";

/*
 * The library for PDF documents reads a PNG as it claims to be: a wrong length lets it run for ever, and an error within the pixels
 * ends the process. So a logo is read strictly before it gets there.
 */

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const MAX_PIXELS = 2_000 * 2_000;

/** By the kind of its colours: how many values a pixel has, and how many bits they may have. */
const kinds: Record<number, { values: number; bits: readonly number[] } | undefined> = {
  0: { values: 1, bits: [1, 2, 4, 8, 16] },
  2: { values: 3, bits: [8, 16] },
  3: { values: 1, bits: [1, 2, 4, 8] },
  4: { values: 2, bits: [8, 16] },
  6: { values: 4, bits: [8, 16] },
};
const WITH_PALETTE = 3;

/** First column, first row, and the steps to the next ones. */
const wholePicture = [[0, 0, 1, 1]] as const;
const interlaced = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Rows of pixels that follow each other. */
interface Rows {
  count: number;
  /** Of one row, with the byte for its filter. */
  bytes: number;
}

export interface PngParts {
  /** The pixels, compressed. */
  packed: Buffer;
  rows: Rows[];
}

interface Chunk {
  name: string;
  data: Buffer;
}

function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = PNG_SIGNATURE.length; at < png.length; ) {
    // A length, a name and a checksum of four bytes each.
    if (at + 12 > png.length) throw brokenLogo();
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    if (at + 12 + length > png.length) throw brokenLogo();
    yield { name, data: png.subarray(at + 8, at + 8 + length) };
    if (name === "IEND") return;
    at += 12 + length;
  }
  throw brokenLogo();
}

function rowsOf(head: Buffer, hasPalette: boolean): Rows[] {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [bits = 0, color = 0, , , interlace = 0] = head.subarray(8);
  const kind = kinds[color];
  const isKnown = kind?.bits.includes(bits) && interlace <= 1 && (color !== WITH_PALETTE || hasPalette);
  if (!kind || !isKnown || width === 0 || height === 0) throw brokenLogo();
  if (width * height > MAX_PIXELS) throw logoOfManyPixels();
  return (interlace === 1 ? interlaced : wholePicture).flatMap(([x, y, stepX, stepY]) => {
    const columns = Math.ceil((width - x) / stepX);
    const count = Math.ceil((height - y) / stepY);
    const bytes = 1 + Math.ceil((columns * kind.values * bits) / 8);
    return columns > 0 && count > 0 ? [{ count, bytes }] : [];
  });
}

/** The parts of a PNG. Refuses what is broken, too large, or moves. */
export function partsOfPng(png: Buffer): PngParts {
  const [first, ...others] = chunksOf(png);
  if (first?.name !== "IHDR" || first.data.length !== 13) throw brokenLogo();
  if (others.some(({ name }) => ["IHDR", "acTL", "fcTL", "fdAT"].includes(name))) throw brokenLogo();
  const rows = rowsOf(
    first.data,
    others.some(({ name }) => name === "PLTE"),
  );
  const packed = Buffer.concat(others.flatMap(({ name, data }) => (name === "IDAT" ? [data] : [])));
  return { packed, rows };
}

/** How many bytes the pixels have when they are unpacked. */
export const sizeOfRows = (rows: readonly Rows[]): number =>
  rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0);

const LAST_FILTER = 4;

/** Every row says how it is filtered. */
export function checkRows(rows: readonly Rows[], pixels: Buffer): void {
  if (pixels.length < sizeOfRows(rows)) throw brokenLogo();
  let at = 0;
  for (const { count, bytes } of rows) {
    for (let row = 0; row < count; row++, at += bytes) {
      if (pixels[at]! > LAST_FILTER) throw brokenLogo();
    }
  }
}
