import type { Config } from "../../config.ts";
import type { FileProvider } from "../ports/files.ts";
import { diskFiles } from "./disk-files.ts";
import { DiskFolder } from "./disk-folder.ts";
import { s3Files } from "./s3-files.ts";

export interface BuiltInFilesOptions {
  config: Pick<Config, "files" | "filesPublicUrl" | "dataDir">;
  secret: string;
  /** The public URL of this server. */
  publicUrl: () => string;
}

/** The file storage of the configuration. */
export function builtInFiles({ config, secret, publicUrl }: BuiltInFilesOptions): FileProvider {
  if (config.files !== "local") return s3Files(config.files, config.filesPublicUrl);
  return diskFiles({
    folder: new DiskFolder(config.dataDir),
    publicUrl: () => config.filesPublicUrl ?? publicUrl(),
    secret,
  });
}
