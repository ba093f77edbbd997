import { Type } from "typebox";
import { reading } from "../../../../http/validation.ts";

const read = reading(Type.Object({ fileKey: Type.String({ minLength: 1, maxLength: 1_000 }) }), {
  name: "context",
});

/** The context of an import, which names the file; what else it holds is kept as it was sent. */
export function fileContext(context: Record<string, unknown>): Record<string, unknown> {
  read(context);
  return context;
}
