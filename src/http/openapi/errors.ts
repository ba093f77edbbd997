import type { JsonSchema } from "../../kernel/json-schema.ts";

export const errorSchema: JsonSchema = {
  type: "object",
  description: "Why a request was refused.",
  required: ["message"],
  properties: {
    type: { type: "string", description: "The kind of refusal, for programs." },
    message: { type: "string", description: "The reason, for people." },
    code: { type: "string", description: "A closer reason, where there is one." },
    errors: {
      type: "array",
      items: { type: "string" },
      description: "Each thing that is wrong, where a request names many. Then there is no type.",
    },
  },
};

const refusal = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** The answers that operations share. */
export const errorResponses = {
  InvalidRequest: refusal(
    "The request is malformed, names something that does not exist, or is not allowed now.",
  ),
  Unauthorized: refusal("The credentials are missing, wrong or expired."),
  MissingPermission: refusal("The role of the user lacks a permission. The message names it."),
  NotFound: refusal("What the path names does not exist."),
  Conflict: refusal(
    "The request contradicts the present state, or one with the same Idempotency-Key is running.",
  ),
  Unprocessable: refusal(
    "Such a record exists already, or the Idempotency-Key was used for another request.",
  ),
  Refused: refusal("Any other refusal, for example a body that is too large or too many wrong passwords."),
  Failed: refusal("The server or its database cannot answer now. 503 is worth a retry."),
};

const to = (name: keyof typeof errorResponses) => ({ $ref: `#/components/responses/${name}` });

interface Traits {
  needsCredential: boolean;
  needsPermission: boolean;
  hasPathParameters: boolean;
  isChange: boolean;
  isApi: boolean;
}

/** Which of them an operation has. */
export const errorsOf = ({
  needsCredential,
  needsPermission,
  hasPathParameters,
  isChange,
  isApi,
}: Traits) => ({
  ...(isApi ? { 400: to("InvalidRequest") } : {}),
  ...(needsCredential ? { 401: to("Unauthorized") } : {}),
  ...(needsPermission ? { 403: to("MissingPermission") } : {}),
  ...(hasPathParameters ? { 404: to("NotFound") } : {}),
  ...(isChange ? { 409: to("Conflict"), 422: to("Unprocessable") } : {}),
  "4XX": to("Refused"),
  "5XX": to("Failed"),
});
