import { notFound } from "../../kernel/refusal.ts";
import type { FileProvider } from "../ports/files.ts";
import { attachment, checkedKey, newKey, storagePathOf } from "./file-key.ts";
import { typeOfName } from "./file-types.ts";
import type { S3Settings } from "./files-settings.ts";
import { s3Bucket } from "./s3-client.ts";
import { onStorage } from "./storage-problem.ts";

/**
 * Stores files in a bucket. `uploads/` must be public (by a bucket policy or a CDN), `protected/` must not: its files are served
 * through signed links.
 */
export function s3Files(settings: S3Settings, publicUrl: string | undefined): FileProvider {
  const bucket = s3Bucket(settings);
  const objectOf = (key: string) => settings.prefix + storagePathOf(checkedKey(key));
  const urlOf = async (key: string) => {
    const path = objectOf(key).split("/").map(encodeURIComponent).join("/");
    return `${publicUrl ?? (await bucket.address())}/${path}`;
  };
  return {
    id: "s3",
    save: ({ name, isPrivate, isOnly, content }) =>
      onStorage(async () => {
        const key = newKey(name, isPrivate, isOnly);
        const { type, isInline } = typeOfName(key);
        const disposition = isInline ? undefined : attachment(checkedKey(key));
        await bucket.put({ key: objectOf(key), type, disposition, content });
        return { key, url: isPrivate ? null : await urlOf(key) };
      }),
    delete: (key) => onStorage(() => bucket.remove(objectOf(key))),
    read: (key) =>
      onStorage(async () => {
        const content = await bucket.get(objectOf(key));
        if (!content) throw notFound("File", key);
        return content;
      }),
    downloadUrl: (key, { seconds }) =>
      onStorage(async () => {
        const parsed = checkedKey(key);
        if (!(await bucket.has(objectOf(key)))) throw notFound("File", key);
        return parsed.isPrivate ? bucket.signedUrl(objectOf(key), attachment(parsed), seconds) : urlOf(key);
      }),
  };
}
