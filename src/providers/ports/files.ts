import type { ByteStream } from "./common.ts";

export interface NewFile {
  /** Proposed by the shop, e.g. `exports/products/product-export-1.csv`; the key may differ from it. */
  name: string;
  /** A media type. */
  type: string;
  /** Private files are served only by signed URLs. */
  isPrivate: boolean;
  /** The name is unique: it can be the key. */
  isUniqueName?: boolean;
  /** Must be read to its end; if it fails, no partial file may remain. */
  content: ByteStream;
}

export interface StoredFile {
  /** Identifies the file from now on. */
  key: string;
  /** The URL of a public file; null for a private one. */
  url: string | null;
}

/** A file storage for images of products, imports and exports. */
export interface FileProvider {
  readonly id: string;
  save(file: NewFile): Promise<StoredFile>;
  /** A missing file is not an error. */
  delete(key: string): Promise<void>;
  /** The content as a stream. Throws if the file does not exist. */
  read(key: string): Promise<ByteStream>;
  /** A URL that allows the download without a login, for the given time. */
  downloadUrl(key: string, options: { seconds: number }): Promise<string>;
}
