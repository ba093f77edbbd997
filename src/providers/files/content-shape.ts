import type { Shape } from "./file-types.ts";

/** The number of first bytes that `shapeOf` needs. */
export const HEAD_BYTES = 1024;

/** One character a byte. */
const signatures: readonly (readonly [Shape, start: string, at8?: string])[] = [
  ["png", "\x89PNG\r\n\x1a\n"],
  ["jpeg", "\xff\xd8\xff"],
  ["gif", "GIF87a"],
  ["gif", "GIF89a"],
  ["webp", "RIFF", "WEBP"],
  ["pdf", "%PDF-"],
  ["zip", "PK\x03\x04"],
  ["zip", "PK\x05\x06"],
];

/** The kind of content by its first bytes, independent of its name and declared type. */
export function shapeOf(head: Buffer): Shape {
  const bytes = head.subarray(0, HEAD_BYTES).toString("latin1");
  const signed = signatures.find(
    ([, start, at8 = ""]) => bytes.startsWith(start) && bytes.startsWith(at8, at8 ? 8 : 0),
  );
  if (signed) return signed[0];
  const isWide = bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff");
  // Text of any 8-bit encoding has no control characters, other files soon have one.
  return isWide || !hasControls(head) ? (markupOf(bytes) ?? "text") : "binary";
}

/** Others than white space and escape. */
const hasControls = (head: Buffer) => head.some((byte) => byte < 0x20 && ![9, 10, 12, 13, 27].includes(byte));

/** Browsers skip a byte order mark, white space, comments and declarations before the first element, so we do. */
function markupOf(bytes: string): Shape | null {
  const start = bytes.replaceAll("\0", "").replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "");
  const first = start.replace(/^(?:\s+|<!--.*?(?:-->|$)|<\?.*?(?:\?>|$))+/s, "");
  if (/^<(?:!doctype\s+svg|svg[\s>])/i.test(first)) return "svg";
  if (/^<[a-z!/]/i.test(first)) return "html";
  // Only a declaration or a comment so far: the rest may be anything.
  return first === "" && start.includes("<") ? "html" : null;
}
