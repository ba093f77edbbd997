import type { FastifyReply, FastifyRequest } from "fastify";
import { answerAgain } from "../../../http/idempotency.ts";
import { noQuery } from "../../../http/list-query.ts";
import { installMultipart, sentFiles } from "../../../http/multipart.ts";
import { deletedBody, type Routes } from "../../../http/routes.ts";
import type { App } from "../../../http/server.ts";
import { onStorage } from "../../../providers/files/storage-problem.ts";
import type { StoredFile } from "../../../providers/ports/files.ts";
import { downloadUrl, fileKeyBody, filesBody, uploads } from "./upload-schemas.ts";
import { removeFiles, storeFiles } from "./use-cases/store-files.ts";

const tags = ["Uploads"];
const LINK_SECONDS = 60 * 60;

export const uploadRoutes: Routes = (app, { config, providers }) => {
  const linkTo = (key: string) =>
    onStorage(() => providers.activeFiles.downloadUrl(key, { seconds: LINK_SECONDS }));
  const uploadResponse = async ({ key, url }: StoredFile) => ({ url: url ?? (await linkTo(key)), key });

  /** Stores the files before it claims the Idempotency-Key: the fingerprint is known only after reading them. */
  const uploadHandler = (isPrivate: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const files = providers.activeFiles;
    const sent = sentFiles(request);
    const { stored, fingerprint } = await storeFiles(files, { sent, isPrivate, limit: config.uploadLimit });
    const undo = () => removeFiles(files, stored);
    try {
      const earlier = await request.claimKey(fingerprint);
      if (!earlier) return { uploads: await Promise.all(stored.map(uploadResponse)) };
      await undo();
      return answerAgain(request, reply, earlier);
    } catch (error) {
      await undo();
      throw error;
    }
  };

  app.register(async (forms) => {
    await installMultipart(forms, { files: config.uploadFiles });
    const form = {
      tags,
      consumes: ["multipart/form-data"],
      querystring: noQuery,
      body: filesBody,
      response: uploads,
    };
    const options = { config: { idempotent: "once-read" as const } };
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
  fileKeyRoutes(app, { linkTo, remove: (key) => onStorage(() => providers.activeFiles.delete(key)) });
};

interface FileKeyRouteOptions {
  linkTo(key: string): Promise<string>;
  remove(key: string): Promise<void>;
}

function fileKeyRoutes(app: App, { linkTo, remove }: FileKeyRouteOptions): void {
  app.delete(
    "/admin/uploads",
    {
      schema: {
        tags,
        summary: "Delete a file",
        querystring: noQuery,
        body: fileKeyBody,
        response: deletedBody,
      },
    },
    async (request) => {
      await remove(request.body.file_key);
      return { id: request.body.file_key, object: "file", deleted: true };
    },
  );

  app.post(
    "/admin/uploads/download-url",
    {
      // The response is a credential and must not be stored; a repeated request does no harm.
      config: { idempotent: false },
      schema: {
        tags,
        summary: "Get a link to download a file",
        querystring: noQuery,
        body: fileKeyBody,
        response: downloadUrl,
      },
    },
    async (request) => ({ download_url: await linkTo(request.body.file_key) }),
  );
}
