import { extensionFor, extensionOf, knownType, type Shape, shapeOf } from "./file-types.ts";

// A byte of the name can take three in a URL, and file systems allow 255.
const MAX_BYTES = 100;

/** A name that is safe as a file, in a URL and in a header. Letters of any script stay. */
export function safeName(given: string): string {
  const last = given.normalize("NFC").split(/[/\\]/).at(-1)!;
  const plain = last
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[.-]+|[.-]+$/g, "");
  const extension = extensionOf(plain);
  const end = extension ? `.${plain.slice(-extension.length)}` : "";
  const stem = shortened(plain.slice(0, plain.length - end.length), MAX_BYTES - end.length);
  return `${stem || "file"}${end}`;
}

function shortened(text: string, bytes: number): string {
  let result = "";
  for (const character of text) {
    if (Buffer.byteLength(result + character) > bytes) break;
    result += character;
  }
  return result;
}

const extensionOfShape: Record<Shape, string> = {
  png: "png",
  jpeg: "jpg",
  gif: "gif",
  webp: "webp",
  pdf: "pdf",
  zip: "zip",
  html: "html",
  svg: "svg",
  text: "txt",
  binary: "bin",
};

const pictures: readonly Shape[] = ["png", "jpeg", "gif", "webp"];

/**
 * Files are served with the type of their extension, so the extension must match the content. A matching extension stays, an
 * image of another format gets the right extension, and otherwise the extension of the content is appended (`photo.png` that is a
 * web page becomes `photo.png.html`).
 */
export function nameByContent(given: string, head: Buffer, claimedType: string): string {
  const name = safeName(given);
  if (head.length === 0) return name;
  const extension = extensionOf(name);
  const shape = shapeOf(head);
  const known = knownType(extension);
  if (known?.shapes.includes(shape)) return name;
  // Unknown formats are served as bytes, so a wrong extension does no harm.
  if (!known && extension && ["zip", "binary"].includes(shape)) return name;
  const fitting = extension ? undefined : claimedExtension(claimedType, shape);
  const right = fitting ?? extensionOfShape[shape];
  const isOtherPicture = pictures.includes(shape) && known?.shapes.some((each) => pictures.includes(each));
  const stem = isOtherPicture ? name.slice(0, -extension.length - 1) : name;
  return `${stem}.${right}`;
}

/** For a file without an extension: that of the declared type, if the content matches it. */
function claimedExtension(claimedType: string, shape: Shape): string | undefined {
  const extension = extensionFor(claimedType);
  return extension && knownType(extension)?.shapes.includes(shape) ? extension : undefined;
}
