import type { Config } from "../../config.ts";
import { notFound } from "../../kernel/refusal.ts";
import type { ShopSecrets } from "../../kernel/shop-secrets.ts";
import type { FileProvider } from "../ports/files.ts";
import { DiskFolder } from "./disk-folder.ts";
import { checkedKey, newKey, signLink } from "./file-key.ts";
import { s3Files } from "./s3-files.ts";
import { onStorage } from "./storage-errors.ts";

interface BuiltInFilesOptions {
  config: Pick<Config, "files" | "filesPublicUrl" | "dataDir">;
  secrets: ShopSecrets;
  /** The public URL of this server. */
  publicUrl: () => string;
}

/** The file storage of the configuration. */
export function builtInFiles({ config, secrets, publicUrl }: BuiltInFilesOptions): FileProvider {
  if (config.files !== "local") return s3Files(config.files, config.filesPublicUrl);
  return diskFiles({
    folder: new DiskFolder(config.dataDir),
    publicUrl: () => config.filesPublicUrl ?? publicUrl(),
    secrets,
  });
}

interface DiskFilesOptions {
  folder: DiskFolder;
  /** The public URL of this server, known when it listens. */
  publicUrl: () => string;
  /** Signs the links to private files. */
  secrets: ShopSecrets;
}

/** Stores files in the data folder; this server serves them at /uploads (modules/platform/uploads). */
function diskFiles({ folder, publicUrl, secrets }: DiskFilesOptions): FileProvider {
  const urlOf = (key: string) => `${publicUrl()}/uploads/${key.split("/").map(encodeURIComponent).join("/")}`;
  return {
    id: "disk",
    save: ({ name, isPrivate, isUniqueName, content }) =>
      onStorage(async () => {
        const key = newKey(name, isPrivate, isUniqueName);
        await folder.write(checkedKey(key), content);
        return { key, url: isPrivate ? null : urlOf(key) };
      }),
    delete: (key) => onStorage(() => folder.remove(checkedKey(key))),
    read: (key) =>
      onStorage(async () => {
        const file = await folder.open(checkedKey(key));
        if (!file) throw notFound("File", key);
        return file.handle.createReadStream();
      }),
    downloadUrl: (key, { seconds }) =>
      onStorage(async () => {
        const parsed = checkedKey(key);
        if (!(await folder.has(parsed))) throw notFound("File", key);
        if (!parsed.isPrivate) return urlOf(key);
        const { expires, signature } = signLink(secrets, key, new Date(Date.now() + seconds * 1000));
        return `${urlOf(key)}?expires=${expires}&signature=${signature}`;
      }),
  };
}
