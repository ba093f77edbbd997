import type { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, Refusal } from "../kernel/refusal.ts";

/** One file of a form, while it arrives. It must be read before the next one comes. */
export interface SentFile {
  /** As the sender calls it, without folders. */
  name: string;
  /** The media type the sender claims. */
  type: string;
  content: Readable;
}

const FIELD = "files";
// Enough for any name; longer ones are refused as malformed.
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 1024,
  fields: 1,
  headerPairs: 20,
  fileSize: Number.POSITIVE_INFINITY,
};

/** Lets the routes of this context take forms with files; others keep refusing them. */
export async function installMultipart(app: FastifyInstance, most: { files: number }): Promise<void> {
  await app.register(multipart, { limits: { ...LIMITS, files: most.files }, throwFileSizeLimit: false });
  // Other bodies are left unread, so that the route itself refuses them.
  app.removeContentTypeParser("*");
  app.addContentTypeParser("*", (_request, _payload, done) => done(null, {}));
}

/** The files of the form, one after the other. A malformed or unexpected part is refused when it arrives. */
export async function* sentFiles(request: FastifyRequest): AsyncGenerator<SentFile> {
  if (!request.isMultipart()) {
    throw invalid(
      `the request body must be multipart/form-data with at least one file in the field ${FIELD}`,
    );
  }
  try {
    for await (const part of request.parts()) {
      if (part.fieldname !== FIELD) throw invalid(`property ${part.fieldname} should not exist`);
      if (part.type !== "file") throw invalid(`${FIELD} must be files`);
      yield { name: part.filename ?? "", type: part.mimetype, content: part.file };
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    // The rest of the body must still be received, or the client would never read the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** Errors between client and parser are the client's: an aborted, malformed or too large body. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code } = error as { code?: string };
  return code === "FST_FILES_LIMIT"
    ? new Refusal("invalid_data", `${FIELD} are too many for one upload`, "too_large")
    : invalid("the multipart body is malformed or incomplete");
}
