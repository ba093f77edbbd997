import { Type } from "typebox";
import { body, ok, optional, text } from "../../../http/routes.ts";

/** Documents the form. The route itself reads it as a stream. */
export const filesBody = Type.Object({
  files: optional(
    Type.Array(Type.String({ contentMediaType: "application/octet-stream" }), {
      description: "One or more files.",
    }),
  ),
});

export const uploads = ok({
  uploads: Type.Array(
    Type.Object({
      url: Type.String({
        description: "The public URL of the file; for a protected file a download link that expires.",
      }),
      key: Type.String({ description: "The file_key of later requests." }),
    }),
  ),
});

export const fileKeyBody = body({ file_key: Type.String({ minLength: 1, maxLength: 1024 }) });

export const downloadUrl = ok({ download_url: text });
