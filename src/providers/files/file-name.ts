import { shapeOf } from "./content-shape.ts";
import { extensionFor, extensionOf, knownType, type Shape } from "./file-types.ts";

// A name takes three bytes for each of its own in a URL, and file systems end at 255.
const LONGEST = 100;

/** A name that is harmless as a file, in a URL and in a header. Letters of any script are kept. */
export function safeName(given: string): string {
  const last = given.normalize("NFC").split(/[/\\]/).at(-1)!;
  const plain = last
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[.-]+|[.-]+$/g, "");
  const extension = extensionOf(plain);
  const end = extension ? `.${plain.slice(-extension.length)}` : "";
  const stem = shortened(plain.slice(0, plain.length - end.length), LONGEST - end.length);
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
 * Files are given out with the type that belongs to their extension, so the extension has to tell the truth: it
 * stays where the content can be what it says, is corrected where a picture is of another format, and otherwise gets
 * the one of the content behind it (`photo.png` that is a web page becomes `photo.png.html`).
 */
export function nameByContent(given: string, head: Buffer, claimedType: string): string {
  const name = safeName(given);
  if (head.length === 0) return name;
  const extension = extensionOf(name);
  const shape = shapeOf(head);
  const known = knownType(extension);
  if (known?.shapes.includes(shape)) return name;
  // Formats we do not know are given out as mere bytes, which nothing can be made of by lying.
  if (!known && extension && ["zip", "binary"].includes(shape)) return name;
  const fitting = extension ? undefined : claimedExtension(claimedType, shape);
  const right = fitting ?? extensionOfShape[shape];
  const isOtherPicture = pictures.includes(shape) && known?.shapes.some((each) => pictures.includes(each));
  const stem = isOtherPicture ? name.slice(0, -extension.length - 1) : name;
  return `${stem}.${right}`;
}

/** Of a file without an extension its sender may say what it is, as long as the content can be that. */
function claimedExtension(claimedType: string, shape: Shape): string | undefined {
  const extension = extensionFor(claimedType);
  return extension && knownType(extension)?.shapes.includes(shape) ? extension : undefined;
}
