import type { FastifyServerOptions } from "fastify";
import { compileValidator } from "./validation.ts";

/** Fastify asks for all shared schemas at every route. Its own store copies them each time, which takes 50 ms of the start. */
function sharedSchemas(inherited: unknown = {}) {
  const store: Record<string, unknown> = { ...(inherited as object) };
  return {
    add: (schema: { $id: string }) => {
      if (!schema.$id || schema.$id in store)
        throw new Error(`There is a schema ${schema.$id} already, or it has no $id`);
      store[schema.$id] = schema;
    },
    getSchema: (id: string) => store[id],
    getSchemas: () => store,
  };
}

type Controller = NonNullable<FastifyServerOptions["schemaController"]>;

/**
 * What is sent is checked by schemas. What leaves is not: views come from the read model, which selects nothing that must not
 * leave, and plain JSON is all that is left to do.
 */
export const schemaController = {
  bucket: sharedSchemas,
  compilersFactory: {
    buildValidator: () => compileValidator,
    buildSerializer: () => () => JSON.stringify,
  },
  // Fastify's types allow for its own compilers only.
} as object as Controller;
