import { notFound } from "../../kernel/refusal.ts";
import type { FileProvider } from "../ports/files.ts";
import type { DiskFolder } from "./disk-folder.ts";
import { checkedKey, newKey } from "./file-key.ts";
import { signLink } from "./signed-link.ts";
import { onStorage } from "./storage-problem.ts";

export interface DiskFilesOptions {
  folder: DiskFolder;
  /** The public URL of this server, known when it listens. */
  publicUrl: () => string;
  /** Signs the links to private files. */
  secret: string;
}

/** Stores files in the data folder; this server serves them at /uploads (modules/platform/uploads). */
export function diskFiles({ folder, publicUrl, secret }: DiskFilesOptions): FileProvider {
  const urlOf = (key: string) => `${publicUrl()}/uploads/${key.split("/").map(encodeURIComponent).join("/")}`;
  return {
    id: "disk",
    save: ({ name, isPrivate, isOnly, content }) =>
      onStorage(async () => {
        const key = newKey(name, isPrivate, isOnly);
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
        const { expires, signature } = signLink(secret, key, new Date(Date.now() + seconds * 1000));
        return `${urlOf(key)}?expires=${expires}&signature=${signature}`;
      }),
  };
}
