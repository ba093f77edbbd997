/** The kind of a file by its first bytes. `text` may be CSV, JSON, or a program. */
export type Shape = "png" | "jpeg" | "gif" | "webp" | "pdf" | "zip" | "html" | "svg" | "text" | "binary";

interface FileType {
  type: string;
  /** The shapes a file with this extension may have. */
  shapes: readonly Shape[];
  /** Whether a browser may display it; executable content is always downloaded. */
  isInline: boolean;
  /** The type it is served with, if not its own. */
  servedAs?: string;
}

const UNKNOWN = "application/octet-stream";
const written: readonly Shape[] = ["text", "html", "svg"];
const kind = (type: string, shapes: readonly Shape[], isInline: boolean): FileType => ({
  type,
  shapes,
  isInline,
});
/**
 * Pages, scripts and styles. They are served as unknown bytes: the pages of this server allow scripts and styles of their own
 * origin, which uploads have, too.
 */
const active = (type: string): FileType => ({ ...kind(type, written, false), servedAs: UNKNOWN });
const media = (type: string) => kind(type, ["binary"], true);
const office = (name: string) =>
  kind(`application/vnd.openxmlformats-officedocument.${name}`, ["zip"], false);

/** By extension. The first extension of a type is the default for files without one. */
const byExtension = new Map<string, FileType>([
  ["png", kind("image/png", ["png"], true)],
  ["jpg", kind("image/jpeg", ["jpeg"], true)],
  ["jpeg", kind("image/jpeg", ["jpeg"], true)],
  ["gif", kind("image/gif", ["gif"], true)],
  ["webp", kind("image/webp", ["webp"], true)],
  ["avif", media("image/avif")],
  ["heic", media("image/heic")],
  ["ico", media("image/x-icon")],
  ["svg", kind("image/svg+xml", written, false)],
  ["pdf", kind("application/pdf", ["pdf"], true)],
  ["txt", kind("text/plain; charset=utf-8", written, true)],
  ["csv", kind("text/csv; charset=utf-8", written, true)],
  ["md", kind("text/markdown; charset=utf-8", written, true)],
  ["json", kind("application/json; charset=utf-8", written, true)],
  ["xml", active("application/xml")],
  ["html", active("text/html; charset=utf-8")],
  ["htm", active("text/html; charset=utf-8")],
  ["xhtml", active("application/xhtml+xml")],
  ["js", active("text/javascript; charset=utf-8")],
  ["mjs", active("text/javascript; charset=utf-8")],
  ["css", active("text/css; charset=utf-8")],
  ["zip", kind("application/zip", ["zip"], false)],
  ["docx", office("wordprocessingml.document")],
  ["xlsx", office("spreadsheetml.sheet")],
  ["pptx", office("presentationml.presentation")],
  ["odt", kind("application/vnd.oasis.opendocument.text", ["zip"], false)],
  ["ods", kind("application/vnd.oasis.opendocument.spreadsheet", ["zip"], false)],
  ["epub", kind("application/epub+zip", ["zip"], false)],
  ["gz", kind("application/gzip", ["binary"], false)],
  ["mp4", media("video/mp4")],
  ["webm", media("video/webm")],
  ["mov", media("video/quicktime")],
  ["mp3", media("audio/mpeg")],
  ["ogg", media("audio/ogg")],
  ["wav", media("audio/wav")],
  ["woff2", media("font/woff2")],
  ["woff", media("font/woff")],
  ["glb", media("model/gltf-binary")],
]);

const unknown = kind(UNKNOWN, ["binary"], false);

/** In lower case and without the dot; empty when there is none. */
export const extensionOf = (name: string): string =>
  /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";

export const knownType = (extension: string): FileType | undefined => byExtension.get(extension);

/** How a file of this name is served. */
export const typeOfName = (name: string): FileType => knownType(extensionOf(name)) ?? unknown;

/** The `Content-Type` of a file of this name. */
export function servedType(name: string): string {
  const { type, servedAs } = typeOfName(name);
  return servedAs ?? type;
}

/** The extension of a media type as clients send it, `text/csv` or `text/csv;charset=utf-8`. */
export function extensionFor(mediaType: string): string | undefined {
  const essence = essenceOf(mediaType);
  return [...byExtension].find(([, { type }]) => essenceOf(type) === essence)?.[0];
}

const essenceOf = (mediaType: string) => mediaType.split(";")[0]!.trim().toLowerCase();

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
