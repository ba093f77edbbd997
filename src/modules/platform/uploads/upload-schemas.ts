import { Type } from "typebox";
import { body, ok, optional, text } from "../../../http/routes.ts";

/** The form is read as a stream by the route; here it is described. */
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
        description: "Where browsers find the file. Of a protected one: a download link that expires.",
      }),
      key: Type.String({ description: "The file_key of later requests." }),
    }),
  ),
});

export const fileKeyBody = body({ file_key: Type.String({ minLength: 1, maxLength: 1024 }) });

export const downloadUrl = ok({ download_url: text });
