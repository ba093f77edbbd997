import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "../config.ts";
import { escapedHtml } from "../kernel/html.ts";
import { packageRoot } from "../package-root.ts";
import { bucketAddress } from "../providers/files/files-settings.ts";
import { publicUrlOf } from "../public-url.ts";
import { acceptedEncoding } from "./compression.ts";
import { vary } from "./conditional-answers.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The name of these files has a digest of their content. */
export const FOREVER = "public, max-age=31536000, immutable";

/** Styles that components make at run time carry the nonce of the page. */
const policyWith = (nonce: string, pictureHosts: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...pictureHosts].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const NONCE = '<meta name="csp-nonce" content="" />';
const CONFIG = '<meta name="config" content="" />';

/** `npm run build` writes the files of the dashboard here. */
const folder = join(packageRoot, "dist", "dashboard");

type PictureConfig = Pick<Config, "files" | "filesPublicUrl" | "publicUrl" | "port">;

/**
 * Where the pictures of products are: only what is configured. The server may be called by another name than its public one,
 * which its own pictures have.
 */
function pictureHosts(config: PictureConfig): string[] {
  const { files, filesPublicUrl } = config;
  const region = files === "local" ? undefined : (files.region ?? process.env["AWS_REGION"]);
  const bucket = files === "local" || !region ? undefined : bucketAddress(files, region);
  const addresses = [publicUrlOf(config), filesPublicUrl ?? bucket].filter(
    (address) => address !== undefined,
  );
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

interface DashboardOptions {
  config: PictureConfig;
  /** Which mails the shop sends: a user who asks for a new password, and a customer whose parcel is sent. */
  mails: () => { passwordMails: boolean; shipmentMails: boolean };
}

/** The dashboard at `/app`, on the origin of the API: it needs no CORS and has the cookie of the session. */
export function installDashboard(app: FastifyInstance, { config, mails }: DashboardOptions): void {
  const hidden = { schema: { hide: true } };
  const hosts = pictureHosts(config);
  const configOf = () => ({ apiUrl: "", ...mails() });
  const sendPage = (reply: FastifyReply) => sendPageTo(reply, { hosts, config: configOf() });
  app.get("/app", hidden, async (_request, reply) => sendPage(reply));
  app.get("/app/config.json", hidden, async () => configOf());
  app.get("/app/favicon.svg", hidden, async (_request, reply) => reply.redirect("/favicon.svg"));
  app.get<{ Params: { name: string } }>("/app/assets/:name", hidden, async (request, reply) => {
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    vary(reply, "Accept-Encoding");
    return sendAsset(reply, request.params.name, encoding === "br");
  });
  // Every other address is a page of the application, which finds out itself whether there is one.
  app.get("/app/*", hidden, async (_request, reply) => sendPage(reply));
}

const built = once(() => {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  return { page, assets: new Set(readdirSync(join(folder, "assets"))) };
});

/** False in an installation without the development packages that build it. */
export const isDashboardBuilt = (): boolean => built() !== null;

interface PageParts {
  hosts: readonly string[];
  /** In the page itself, which saves a request before all others. */
  config: object;
}

function sendPageTo(reply: FastifyReply, { hosts, config }: PageParts): FastifyReply {
  const files = built();
  if (!files) return notBuilt(reply);
  const nonce = randomBytes(16).toString("base64");
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policyWith(nonce, hosts))
    .header("cache-control", "no-store")
    .send(
      files.page
        .replace(NONCE, `<meta name="csp-nonce" content="${nonce}" />`)
        .replace(CONFIG, `<meta name="config" content="${escapedHtml(JSON.stringify(config))}" />`),
    );
}

/** Only names of the listing are read: nothing outside of the folder can be asked for. */
function sendAsset(reply: FastifyReply, name: string, isBrotli: boolean): FastifyReply {
  const files = built();
  if (!files?.assets.has(name) || name.endsWith(".br")) return reply.code(404).send();
  const isPacked = isBrotli && files.assets.has(`${name}.br`);
  if (isPacked) reply.header("content-encoding", "br");
  return reply
    .type(TYPES[extname(name)] ?? "application/octet-stream")
    .header("cache-control", FOREVER)
    .send(contentOf(isPacked ? `${name}.br` : name));
}

const contents = new Map<string, Buffer>();

function contentOf(name: string): Buffer {
  const known = contents.get(name) ?? readFileSync(join(folder, "assets", name));
  contents.set(name, known);
  return known;
}

const notBuilt = (reply: FastifyReply) =>
  reply.code(404).type("text/plain; charset=utf-8").send("The dashboard is not built: npm run build\n");

/** Null as long as it fails: the files may be built while the server runs. */
function once<Result>(read: () => Result): () => Result | null {
  let result: Result | null = null;
  return () => {
    try {
      result ??= read();
    } catch {
      return null;
    }
    return result;
  };
}
