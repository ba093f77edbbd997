import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { notFound } from "../../kernel/refusal.ts";
import type { ByteStream } from "../ports/common.ts";
import type { FileProvider } from "../ports/files.ts";
import { attachment, checkedKey, newKey, storagePathOf } from "./file-key.ts";
import { servedType, typeOfName } from "./file-types.ts";
import { bucketAddress, type S3Settings } from "./files-settings.ts";
import { onStorage } from "./storage-errors.ts";

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
    save: ({ name, isPrivate, isUniqueName, content }) =>
      onStorage(async () => {
        const key = newKey(name, isPrivate, isUniqueName);
        const disposition = typeOfName(key).isInline ? undefined : attachment(checkedKey(key));
        await bucket.put({ key: objectOf(key), type: servedType(key), disposition, content });
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

/** Rejects if the bucket does not answer, does not exist or refuses the credentials. Changes nothing. */
export const checkBucket = (settings: S3Settings, signal: AbortSignal): Promise<void> =>
  s3Bucket(settings).check(signal);

interface S3Object {
  key: string;
  type: string;
  disposition?: string;
  content: ByteStream;
}

const PART = 5 * 1024 * 1024;

/** The used operations of S3. The SDK is large, so it is loaded with the first file. */
function s3Bucket(settings: S3Settings) {
  const { bucket, region, endpoint, forcePathStyle } = settings;
  let opened: Promise<{ sdk: typeof import("./s3-library.ts"); client: S3Client }> | undefined;
  const open = async () => {
    const sdk = await import("./s3-library.ts");
    const client = new sdk.S3Client({
      forcePathStyle,
      ...(region ? { region } : {}),
      ...(endpoint ? { endpoint } : {}),
      // Many compatible services do not support the newer checksums; TLS protects the transfer.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    return { sdk, client };
  };
  const connection = () => {
    opened ??= open();
    return opened;
  };
  const at = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    /** In parts of constant size; when the content fails, the parts are removed. */
    async put({ key, type, disposition, content }: S3Object): Promise<void> {
      const { sdk, client } = await connection();
      const params = {
        ...at(key),
        Body: Readable.from(content, { objectMode: false }),
        ContentType: type,
        ContentDisposition: disposition,
      };
      await new sdk.Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: false }).done();
    },
    async get(key: string): Promise<Readable | null> {
      const { sdk, client } = await connection();
      const answer = await client.send(new sdk.GetObjectCommand(at(key))).catch(ifAbsent);
      return answer ? (answer.Body as Readable) : null;
    },
    async has(key: string): Promise<boolean> {
      const { sdk, client } = await connection();
      return (await client.send(new sdk.HeadObjectCommand(at(key))).catch(ifAbsent)) !== null;
    },
    async remove(key: string): Promise<void> {
      const { sdk, client } = await connection();
      await client.send(new sdk.DeleteObjectCommand(at(key))).catch(ifAbsent);
    },
    async signedUrl(key: string, disposition: string, seconds: number): Promise<string> {
      const { sdk, client } = await connection();
      const command = new sdk.GetObjectCommand({ ...at(key), ResponseContentDisposition: disposition });
      return sdk.getSignedUrl(client, command, { expiresIn: seconds });
    },
    async check(signal: AbortSignal): Promise<void> {
      const { sdk, client } = await connection();
      await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), { abortSignal: signal });
    },
    /** The public URL of the bucket. */
    async address(): Promise<string> {
      const { client } = await connection();
      return bucketAddress(settings, await client.config.region());
    },
  };
}

function ifAbsent(error: Error): null {
  if (["NoSuchKey", "NotFound"].includes(error.name)) return null;
  throw error;
}
