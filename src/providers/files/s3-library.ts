export {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
export { Upload } from "@aws-sdk/lib-storage";
export { getSignedUrl } from "@aws-sdk/s3-request-presigner";
