import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Routes } from "../../../http/routes.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { DiskFolder, type OpenFile } from "../../../providers/files/disk-folder.ts";
import { attachment, type FileKey, parseKey } from "../../../providers/files/file-key.ts";
import { typeOfName } from "../../../providers/files/file-types.ts";
import { isValidLink } from "../../../providers/files/signed-link.ts";
import { onStorage } from "../../../providers/files/storage-problem.ts";
import { byteRange } from "./byte-range.ts";

const params = Type.Object({ "*": Type.String() });
const text = Type.Optional(Type.String());
const querystring = Type.Object({ expires: text, signature: text });

/**
 * Serves files from the server's disk: public files without a login, private files with a signed link. It is active
 * also when new files go to another storage, because products may still refer to older files on disk.
 */
export const fileRoutes: Routes = (app, { config, jwtSecret }) => {
  const folder = new DiskFolder(config.dataDir);
  app.route({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    exposeHeadRoute: false,
    schema: { hide: true, params, querystring },
    handler: async (request, reply) => {
      const key = parseKey(request.params["*"]);
      if (!key) throw fileNotFound();
      const isAllowed =
        !key.isPrivate || isValidLink(jwtSecret, request.params["*"], { ...request.query, now: new Date() });
      if (!isAllowed) throw new Refusal("unauthorized", "This link is not valid or has expired.");
      const file = await onStorage(() => folder.open(key));
      if (!file) throw fileNotFound();
      return sendFile(request, reply, { key, file });
    },
  });
};

const fileNotFound = () => new Refusal("not_found", "There is no such file.");

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  found: { key: FileKey; file: OpenFile },
) {
  const { handle, size, changedAt } = found.file;
  const tag = `"${size.toString(16)}-${changedAt.getTime().toString(16)}"`;
  setFileHeaders(reply, found.key).header("etag", tag).header("last-modified", changedAt.toUTCString());
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
  const { type, isInline } = typeOfName(key.name);
  reply
    .type(type)
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
