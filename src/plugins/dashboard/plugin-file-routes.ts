import { extname } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { acceptedEncoding, compress } from "../../http/compression.ts";
import { vary } from "../../http/conditional-answers.ts";
import { FOREVER } from "../../http/dashboard.ts";
import type { InstalledPlugin } from "../installed-plugin.ts";
import { CompileProblem, compileDashboard } from "./compile-dashboard.ts";
import { type DashboardFiles, STATIC_TYPES } from "./dashboard-files.ts";

/** Below `/app`, and no address of a page. */
const FOLDER = "plugin-files";

/** The plugins that have parts in the dashboard, with the modules that declare them, relative to `/app/`. */
export const dashboardModules = (plugins: readonly InstalledPlugin[]) =>
  plugins.flatMap(({ name, dashboard }) =>
    dashboard ? [{ name, module: `${FOLDER}/${name}/${dashboard.hash}/entry.js` }] : [],
  );

interface Answer {
  type: string;
  body: Uint8Array;
  brotli?: Buffer;
  /** Compiled from broken files: it throws, and the next start may have others. */
  isBroken?: boolean;
}

type Params = { name: string; hash: string; "*": string };

/** `/app/plugin-files/<plugin>/<hash>/<file>`: names that the start has listed, and no other. */
export function installPluginFiles(app: FastifyInstance, plugins: readonly InstalledPlugin[]): void {
  const served = new Map<string, (file: string) => Promise<Answer | undefined>>();
  for (const { name, dashboard } of plugins)
    if (dashboard) served.set(`${name}/${dashboard.hash}`, answersOf({ name, dashboard, log: app.log }));
  if (served.size === 0) return;
  app.get<{ Params: Params }>(
    `/app/${FOLDER}/:name/:hash/*`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { name, hash, "*": file } = request.params;
      const found = await served.get(`${name}/${hash}`)?.(file);
      if (!found) return reply.code(404).header("cache-control", "no-store").send();
      vary(reply, "Accept-Encoding");
      const isPacked = found.brotli && acceptedEncoding(request.headers["accept-encoding"]) === "br";
      if (isPacked) reply.header("content-encoding", "br");
      return (
        reply
          .type(found.type)
          .header("cache-control", found.isBroken ? "no-store" : FOREVER)
          // A picture that is opened by itself runs nothing.
          .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .send(isPacked ? found.brotli : Buffer.from(found.body))
      );
    },
  );
}

interface Served {
  name: string;
  dashboard: DashboardFiles;
  log: FastifyBaseLogger;
}

/** Compiles when the first user needs it, once in the process. */
function answersOf({ name, dashboard, log }: Served): (file: string) => Promise<Answer | undefined> {
  let modules: Promise<ReadonlyMap<string, Answer>> | undefined;
  return async (file) => {
    const type = STATIC_TYPES[extname(file)];
    const content = type && dashboard.files.get(file);
    if (content) return { type, body: content };
    modules ??= compiled({ name, dashboard, log });
    return (await modules).get(file);
  };
}

const SCRIPT = "text/javascript; charset=utf-8";

async function compiled({ name, dashboard, log }: Served): Promise<ReadonlyMap<string, Answer>> {
  try {
    const answers = new Map<string, Answer>();
    for (const [file, body] of await compileDashboard(dashboard)) {
      const brotli = await compress(Buffer.from(body), "br", "small");
      answers.set(file, { type: SCRIPT, body, brotli });
    }
    return answers;
  } catch (error) {
    if (!(error instanceof CompileProblem)) throw error;
    log.warn({ plugin: name, problem: error.message }, "the dashboard of a plugin cannot be compiled");
    const body = Buffer.from(`throw new SyntaxError(${JSON.stringify(error.message)});\n`);
    return new Map([["entry.js", { type: SCRIPT, body, isBroken: true }]]);
  }
}
