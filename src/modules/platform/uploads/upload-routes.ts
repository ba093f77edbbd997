import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { answerAgain } from "../../../http/idempotency.ts";
import { noQuery } from "../../../http/list-query.ts";
import { installMultipart, sentFiles } from "../../../http/multipart.ts";
import { sentField } from "../../../http/permissions.ts";
import {
  type AppContext,
  body,
  deletedBody,
  ok,
  optional,
  path,
  type Routes,
  text,
} from "../../../http/routes.ts";
import type { App } from "../../../http/server.ts";
import type { Permission } from "../../../kernel/permissions.ts";
import { DiskFolder } from "../../../providers/files/disk-folder.ts";
import { addToLibrary, deleteByKey } from "./use-cases/manage-media.ts";
import { openFile, sendFile } from "./use-cases/serve-file.ts";
import { downloadLink, uploadOnce } from "./use-cases/store-files.ts";

/** Documents the form. The route itself reads it as a stream. */
const filesBody = Type.Object({
  files: optional(
    Type.Array(Type.String({ contentMediaType: "application/octet-stream" }), {
      description: "One or more files.",
    }),
  ),
});

const uploadsResponse = ok({
  uploads: Type.Array(
    Type.Object({
      url: Type.String({
        description: "The public URL of the file; for a protected file a download link that expires.",
      }),
      key: Type.String({ description: "The file_key of later requests." }),
    }),
  ),
});

const fileKeyBody = body({ file_key: Type.String({ minLength: 1, maxLength: 1024 }) });

const downloadUrlResponse = ok({ download_url: text });

const tags = ["Uploads"];

export const uploadRoutes: Routes = (app, { config, db, providers }) => {
  const uploadHandler = (isPrivate: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const upload = { sent: sentFiles(request), isPrivate, limit: config.uploadLimit };
    const claimKey = (fingerprint: string) => request.claimKey(fingerprint);
    const { earlier, uploads, saved } = await uploadOnce(providers.activeFiles, upload, claimKey);
    await addToLibrary(db, saved);
    return earlier ? answerAgain(request, reply, earlier) : { uploads };
  };

  app.register(async (forms) => {
    await installMultipart(forms, { files: config.uploadFiles });
    const form = {
      tags,
      consumes: ["multipart/form-data"],
      querystring: noQuery,
      body: filesBody,
      response: uploadsResponse,
    };
    const options = { config: { idempotent: "once-read" as const, isLargeBody: true } };
    forms.post(
      "/admin/uploads",
      { ...options, schema: { ...form, summary: "Upload files" } },
      uploadHandler(false),
    );
    forms.post(
      "/admin/uploads/protected",
      { ...options, schema: { ...form, summary: "Upload files that are served only by signed links" } },
      uploadHandler(true),
    );
  });
  fileKeyRoutes(app, { db, providers });
};

const neededByFolder: Record<string, readonly Permission[]> = {
  customers: ["personal-data:read"],
  orders: ["orders:read", "personal-data:read"],
  products: ["products:read"],
};

/** The names of exports can be guessed: who reads or deletes one needs what the export itself needed. */
function neededForExport(request: FastifyRequest): readonly Permission[] {
  const [, folder] = /exports\/+(\w+)/.exec(String(sentField(request, "file_key"))) ?? [];
  return folder === undefined ? [] : (neededByFolder[folder] ?? ["import-export:read"]);
}

function fileKeyRoutes(app: App, { db, providers }: Pick<AppContext, "db" | "providers">): void {
  app.delete(
    "/admin/uploads",
    {
      config: { alsoNeeds: neededForExport },
      schema: {
        tags,
        summary: "Delete a file",
        querystring: noQuery,
        body: fileKeyBody,
        response: deletedBody,
      },
    },
    async (request) => {
      await deleteByKey({ db, files: providers.activeFiles }, request.body.file_key);
      return { id: request.body.file_key, object: "file", deleted: true };
    },
  );

  app.post(
    "/admin/uploads/download-url",
    {
      // The response is a credential and must not be stored; a repeated request does no harm.
      config: { permission: "uploads:read", alsoNeeds: neededForExport, idempotent: false },
      schema: {
        tags,
        summary: "Get a link to download a file",
        querystring: noQuery,
        body: fileKeyBody,
        response: downloadUrlResponse,
      },
    },
    async (request) => ({ download_url: await downloadLink(providers.activeFiles, request.body.file_key) }),
  );
}

const signedLink = Type.Object({ expires: optional(text), signature: optional(text) });

/**
 * Serves files from the server's disk: public files without a login, private files with a signed link. It is active
 * also when new files go to another storage, because products may still refer to older files on disk.
 */
export const fileRoutes: Routes = (app, { config, secrets }) => {
  const folder = new DiskFolder(config.dataDir);
  app.route({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    exposeHeadRoute: false,
    schema: { hide: true, params: path("*"), querystring: signedLink },
    handler: async (request, reply) => {
      const link = { ...request.query, path: request.params["*"] };
      return sendFile(request, reply, await openFile({ folder, secrets }, link));
    },
  });
};
