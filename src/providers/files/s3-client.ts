import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "./files-settings.ts";

export interface S3Object {
  key: string;
  type: string;
  disposition?: string;
  content: Readable;
}

const PART = 5 * 1024 * 1024;

/** The used operations of S3. The SDK is large, so it is loaded with the first file. */
export function s3Bucket({ bucket, region, endpoint, forcePathStyle }: S3Settings) {
  let opened: Promise<{ sdk: typeof import("@aws-sdk/client-s3"); client: S3Client }> | undefined;
  const open = async () => {
    const sdk = await import("@aws-sdk/client-s3");
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
      const { client } = await connection();
      const { Upload } = await import("@aws-sdk/lib-storage");
      const params = { ...at(key), Body: content, ContentType: type, ContentDisposition: disposition };
      await new Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: false }).done();
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
      const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
      const command = new sdk.GetObjectCommand({ ...at(key), ResponseContentDisposition: disposition });
      return getSignedUrl(client, command, { expiresIn: seconds });
    },
    /** The public URL of the bucket. */
    async address(): Promise<string> {
      if (endpoint && forcePathStyle) return `${endpoint}/${bucket}`;
      if (endpoint) return endpoint.replace("://", `://${bucket}.`);
      const { client } = await connection();
      return `https://${bucket}.s3.${await client.config.region()}.amazonaws.com`;
    },
  };
}

function ifAbsent(error: Error): null {
  if (["NoSuchKey", "NotFound"].includes(error.name)) return null;
  throw error;
}
