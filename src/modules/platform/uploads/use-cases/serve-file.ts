import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { ShopSecrets } from "../../../../kernel/shop-secrets.ts";
import type { DiskFolder, OpenFile } from "../../../../providers/files/disk-folder.ts";
import { attachment, type FileKey, isValidLink, parseKey } from "../../../../providers/files/file-key.ts";
import { servedType, typeOfName } from "../../../../providers/files/file-types.ts";
import { onStorage } from "../../../../providers/files/storage-errors.ts";

interface FileRequest {
  path: string;
  /** Of a signed link. */
  expires?: string;
  signature?: string;
}

/** Opens a public file, or a private file of which the request has a signed link. */
export async function openFile(
  { folder, secrets }: { folder: DiskFolder; secrets: ShopSecrets },
  { path, ...link }: FileRequest,
): Promise<ServedFile> {
  const key = parseKey(path);
  if (!key) throw fileNotFound();
  const isAllowed = !key.isPrivate || isValidLink(secrets, path, { ...link, now: new Date() });
  if (!isAllowed) throw new Refusal("unauthorized", "This link is not valid or has expired.");
  const file = await onStorage(() => folder.open(key));
  if (!file) throw fileNotFound();
  return { key, file };
}

interface ServedFile {
  key: FileKey;
  file: OpenFile;
}

const fileNotFound = () => new Refusal("not_found", "There is no such file.");

/** Answers with the file, the requested range of it, or the fact that the client has it already. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, { key, file }: ServedFile) {
  const { handle, size, changedAt } = file;
  const tag = `"${size.toString(16)}-${changedAt.getTime().toString(16)}"`;
  setFileHeaders(reply, key).header("etag", tag).header("last-modified", changedAt.toUTCString());
  const isCurrent = request.headers["if-none-match"]?.split(/\s*,\s*/).includes(tag);
  const condition = request.headers["if-range"];
  const isSameFile = condition === undefined || condition === tag;
  const range = isSameFile ? byteRange(request.headers.range, size) : null;
  if (isCurrent || range === "unsatisfiable") {
    await handle.close();
    if (isCurrent) return reply.code(304).send();
    return reply
      .code(416)
      .headers({ "content-range": `bytes */${size}`, "cache-control": "no-store" })
      .send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${size}`);
  reply.header("content-length", end - start + 1);
  if (request.method === "HEAD" || size === 0) {
    await handle.close();
    return reply.send(request.method === "HEAD" ? undefined : "");
  }
  return reply.send(handle.createReadStream({ start, end }));
}

/** Headers that do not depend on the requested range. */
function setFileHeaders(reply: FastifyReply, key: FileKey): FastifyReply {
  const { isInline } = typeOfName(key.name);
  reply
    .type(servedType(key.name))
    .header("accept-ranges", "bytes")
    .header("x-content-type-options", "nosniff")
    // The content of a key never changes. A private file is not cached: its link expires.
    .header("cache-control", key.isPrivate ? "private, no-store" : "public, max-age=31536000, immutable");
  if (key.isPrivate || !isInline) reply.header("content-disposition", attachment(key));
  // If a browser opens the file nevertheless, it runs no script and has no access to the shop's origin.
  if (!isInline)
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  return reply;
}

/** Both ends are included, as in the header. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * RFC 9110, section 14. Null means the whole file: also for a malformed header and for several ranges.
 * `unsatisfiable`: the range starts after the end of the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
