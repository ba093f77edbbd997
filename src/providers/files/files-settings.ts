/** A bucket of Amazon S3, or of a compatible service. */
export interface S3Settings {
  bucket: string;
  /** Before every key: empty, or with a slash at its end. */
  prefix: string;
  region?: string;
  endpoint?: string;
  forcePathStyle: boolean;
}

const parameters = ["region", "endpoint", "force_path_style"];

/** `local`, or `s3://bucket/prefix?region=…&endpoint=…&force_path_style=true`. */
export function readFilesSetting(given: string | undefined): "local" | S3Settings {
  if (given === undefined || given === "local") return "local";
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol !== "s3:") throw new Error("it must be local or s3://bucket/prefix?region=…");
  // Credentials in a setting would be in process lists and logs; the SDK reads them from its own sources.
  if (url.username || url.password) throw new Error("credentials belong in AWS_ACCESS_KEY_ID and the like");
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(url.host)) throw new Error("it names no bucket");
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown) throw new Error(`${unknown} is not one of ${parameters.join(", ")}`);
  return fromUrl(url);
}

function fromUrl(url: URL): S3Settings {
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, "");
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  const style = url.searchParams.get("force_path_style") ?? "false";
  if (endpoint !== undefined) readHttpUrl(endpoint, "endpoint");
  if (style !== "true" && style !== "false") throw new Error("force_path_style must be true or false");
  return {
    bucket: url.host,
    prefix: path === "" ? "" : `${path}/`,
    // Most compatible services have no regions, but the signature needs one.
    region: url.searchParams.get("region") ?? (endpoint ? "us-east-1" : undefined),
    endpoint: endpoint?.replace(/\/+$/, ""),
    forcePathStyle: style === "true",
  };
}

/** The public address of a bucket. The region of Amazon S3 may be known to its library only. */
export function bucketAddress({ bucket, endpoint, forcePathStyle }: S3Settings, region: string): string {
  if (endpoint && forcePathStyle) return `${endpoint}/${bucket}`;
  return endpoint ? endpoint.replace("://", `://${bucket}.`) : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** Without a slash at its end. */
export function readHttpUrl(given: string, what = "it"): string {
  const protocol = URL.canParse(given) ? new URL(given).protocol : "";
  if (protocol !== "http:" && protocol !== "https:")
    throw new Error(`${what} must begin with http:// or https://`);
  return given.replace(/\/+$/, "");
}
