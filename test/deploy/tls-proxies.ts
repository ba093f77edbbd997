import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Daemon, startDaemon, theProgram } from "../support/servers/daemon.ts";
import { freePort } from "../support/servers/free-port.ts";
import { aroundServers } from "../support/servers/nginx.ts";

export const HOST = "shop.example.com";

export interface TlsProxy extends Daemon {
  port: number;
  /** The port that redirects; null where the proxy makes it itself. */
  plainPort: number | null;
}

interface Configured {
  program: string;
  words: string[];
  /** A command that checks the configuration and ends. */
  check: string[];
}

const deployed = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), "utf8");

/** The server of the tests in place of the three of the documentation. */
const forServer = (text: string, server: number) =>
  text.replaceAll(/127\.0\.0\.1:900[123]/g, `127.0.0.1:${server}`);

interface Place {
  folder: string;
  port: number;
  plainPort: number;
  server: number;
}

function nginx({ folder, port, plainPort, server }: Place): Configured {
  const file = (name: string) => join(folder, name);
  const subject = ["-subj", `/CN=${HOST}`, "-keyout", file("privkey.pem"), "-out", file("fullchain.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...subject], {
    stdio: "pipe",
  });
  writeFileSync(file("tradewind-proxy.conf"), deployed("nginx/tradewind-proxy.conf"));
  const servers = forServer(deployed("nginx/tradewind.conf"), server)
    .replaceAll(`/etc/letsencrypt/live/${HOST}`, folder)
    .replaceAll("/etc/nginx/snippets", folder)
    .replaceAll("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${port} `)
    .replaceAll(/^ *listen \[::\].*\n/gm, "");
  writeFileSync(file("tradewind.conf"), servers);
  writeFileSync(file("nginx.conf"), aroundServers(folder));
  const words = ["-c", file("nginx.conf"), "-e", "stderr"];
  return { program: "nginx", words, check: ["-t", ...words] };
}

function caddy({ folder, port, server }: Place): Configured {
  const file = join(folder, "Caddyfile");
  const site = forServer(deployed("caddy/Caddyfile"), server).replace(
    `${HOST} {`,
    `https://${HOST}:${port} {\n\ttls internal\n`,
  );
  const options = `admin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${folder}`;
  writeFileSync(file, `{\n\t${options}\n}\n${site}`);
  const words = ["--adapter", "caddyfile", "--config", file];
  return { program: "caddy", words: ["run", ...words], check: ["validate", ...words] };
}

const proxies = { nginx, caddy };

/** The proxy with the configuration of deploy/, on other ports and with a certificate of its own, in front of a server. */
export async function startTlsProxy(name: keyof typeof proxies, server: number): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), `tradewind-${name}-`));
  chmodSync(folder, 0o711);
  const [port, plainPort] = [await freePort(), await freePort()];
  const { program, words, check } = proxies[name]({ folder, port, plainPort, server });
  execFileSync(theProgram(program), check, { stdio: "pipe" });
  const daemon = await startDaemon(program, { words, isUp: async () => isServing(port) });
  return {
    ...daemon,
    port,
    plainPort: name === "nginx" ? plainPort : null,
    async stop() {
      await daemon.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isServing(port: number): boolean {
  try {
    return curl(port, "/health").startsWith("HTTP/2 200");
  } catch {
    return false;
  }
}

/** The answer with its headers. */
export const curl = (port: number, path: string, ...words: string[]): string =>
  execFileSync(
    "curl",
    ["-sSik", "--resolve", `${HOST}:${port}:127.0.0.1`, `https://${HOST}:${port}${path}`, ...words],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
