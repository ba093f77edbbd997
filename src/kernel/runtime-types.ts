/**
 * Types of the runtime for the ports of plugins. A plugin can be compiled without the types of Node: it then sees only what is
 * listed here.
 */

export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } }
  ? Known
  : { readonly aborted: boolean; readonly reason: unknown };

export type Bytes = typeof globalThis extends { Buffer: { prototype: infer Known } } ? Known : Uint8Array;

/** A stream of Node is one. */
export type ByteStream = AsyncIterable<Uint8Array>;
