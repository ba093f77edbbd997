import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

/** In the order of preference. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** How much work a body is worth: `fast` for one that is sent once, `small` for one that is sent often. */
type Effort = "fast" | "small";

const LEVELS: Record<Encoding, Record<Effort, number>> = {
  br: { fast: 1, small: 5 },
  gzip: { fast: 1, small: 6 },
};

/** Runs outside of the main thread. */
export function compress(bytes: string | Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  const level = LEVELS[encoding][effort];
  if (encoding === "gzip") return gzipped(bytes, { level });
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** The best encoding that an `Accept-Encoding` header allows; null for the plain body. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (!header) return null;
  const weights = new Map(header.split(",").map(weightOf));
  const weight = (name: Encoding) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = Math.max(...ENCODINGS.map(weight));
  return best > 0 ? ENCODINGS.find((name) => weight(name) === best)! : null;
}

/** `gzip;q=0.5` as its name and weight; 1 without a weight, 0 for one that is no number. */
function weightOf(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
  const q = parameters.find((each) => each.startsWith("q="));
  return [name, q === undefined ? 1 : Number(q.slice(2)) || 0];
}
