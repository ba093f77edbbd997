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
 * Gives out what lies on the disk of this server: public files to everyone, private ones for a signed link. Also in
 * a shop that keeps new files elsewhere, as its products may still show older ones.
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
      if (!key) throw absent();
      const isAllowed =
        !key.isPrivate || isValidLink(jwtSecret, request.params["*"], { ...request.query, now: new Date() });
      if (!isAllowed) throw new Refusal("unauthorized", "This link is not valid or has expired.");
      const file = await onStorage(() => folder.open(key));
      if (!file) throw absent();
      return send(request, reply, { key, file });
    },
  });
};

const absent = () => new Refusal("not_found", "There is no such file.");

async function send(request: FastifyRequest, reply: FastifyReply, found: { key: FileKey; file: OpenFile }) {
  const { handle, size, changedAt } = found.file;
  const tag = `"${size.toString(16)}-${changedAt.getTime().toString(16)}"`;
  describe(reply, found.key).header("etag", tag).header("last-modified", changedAt.toUTCString());
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

/** What holds for the file whichever part of it is asked for. */
function describe(reply: FastifyReply, key: FileKey): FastifyReply {
  const { type, isInline } = typeOfName(key.name);
  reply
    .type(type)
    .header("accept-ranges", "bytes")
    .header("x-content-type-options", "nosniff")
    // A key never gets another content; but a link is for the one who has it.
    .header("cache-control", key.isPrivate ? "private, no-store" : "public, max-age=31536000, immutable");
  if (key.isPrivate || !isInline) reply.header("content-disposition", attachment(key));
  // Should a browser open it after all, it is nobody there.
  if (!isInline)
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  return reply;
}
