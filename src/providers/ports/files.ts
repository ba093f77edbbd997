import type { Readable } from "node:stream";

export interface NewFile {
  /** Proposed by the shop, e.g. `exports/products/product-export-1.csv`; the key may differ from it. */
  name: string;
  /** A media type. */
  type: string;
  /** Private files are given out only by signed URLs. */
  isPrivate: boolean;
  /** No other file has this name, ever: it may be the key as it is. */
  isOnly?: boolean;
  /** Must be read to its end; when it fails, nothing may be left behind. */
  content: Readable;
}

export interface StoredFile {
  /** What the file is asked for by, from now on. */
  key: string;
  /** Where browsers find a public file; null for a private one. */
  url: string | null;
}

/** A place for files: pictures of products, imports and exports. */
export interface FileProvider {
  readonly id: string;
  save(file: NewFile): Promise<StoredFile>;
  /** A file that is already gone is no error. */
  delete(key: string): Promise<void>;
  /** The content, piece by piece. Throws when there is no such file. */
  read(key: string): Promise<Readable>;
  /** A URL that gives the file to whoever has it, for the given time only. */
  downloadUrl(key: string, options: { seconds: number }): Promise<string>;
}
