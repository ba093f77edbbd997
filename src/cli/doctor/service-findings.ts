import type { Config } from "../../config.ts";
import { checkBucket } from "../../providers/files/s3-files.ts";
import { loadProviders } from "../../providers/load-providers.ts";
import { checkMailServer } from "../../providers/smtp/smtp-notifications.ts";
import { type Finding, fail, ok } from "./finding.ts";

const TIMEOUT = 10_000;

/** Loads the plugins as a start does. */
export async function pluginFindings(config: Config): Promise<Finding[]> {
  if (config.plugins.length === 0) return [];
  try {
    await loadProviders(config);
    return [ok("plugins", `The plugins can be loaded: ${config.plugins.join(", ")}`)];
  } catch (error) {
    return [
      fail(
        "plugins",
        (error as Error).message,
        "Correct TRADEWIND_PLUGINS or the plugin: no server starts like this.",
      ),
    ];
  }
}

/** Whether the mail server and the bucket answer. Nothing is sent or stored. */
export async function serviceFindings({ smtpUrl, files }: Config): Promise<Finding[]> {
  return [
    ...(smtpUrl === undefined ? [] : [await mailFinding(smtpUrl)]),
    ...(files === "local" ? [] : [await bucketFinding(files)]),
  ];
}

async function mailFinding(url: string): Promise<Finding> {
  // Without the credentials of the address.
  const { host } = new URL(url);
  try {
    await checkMailServer(url, TIMEOUT);
    return ok("mail", `The mail server ${host} answers`);
  } catch (error) {
    const text = `The mail server ${host} cannot be used: ${reasonOf(error)}`;
    return fail("mail", text, "Correct TRADEWIND_SMTP_URL: until then no mail is sent.");
  }
}

async function bucketFinding(files: Exclude<Config["files"], "local">): Promise<Finding> {
  try {
    await checkBucket(files, AbortSignal.timeout(TIMEOUT));
    return ok("bucket", `The bucket ${files.bucket} answers`);
  } catch (error) {
    const text = `The bucket ${files.bucket} cannot be used: ${reasonOf(error)}`;
    return fail(
      "bucket",
      text,
      "Correct TRADEWIND_FILES and the credentials (AWS_…): until then no file can be stored.",
    );
  }
}

/** Answers to HEAD have no text: the SDK then knows the status only. */
function reasonOf(error: unknown): string {
  const { name, message, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  const text = message && message !== "UnknownError" ? message : (code ?? name);
  return status ? `${text} (${status})` : text;
}
