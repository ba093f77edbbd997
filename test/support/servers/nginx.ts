import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Daemon, startDaemon } from "./daemon.ts";
import { freePort } from "./free-port.ts";

const deployed = (name: string) =>
  readFileSync(new URL(`../../../deploy/nginx/${name}`, import.meta.url), "utf8");

/** The upstream and the proxy of the deployed configuration, for these processes and this port, without TLS. */
function configured(ports: readonly number[], port: number): string {
  const [upstream] = /^upstream [\s\S]*?^}\n/m.exec(deployed("tradewind.conf"))!;
  const servers = [...upstream.matchAll(/^ {2}server 127\.0\.0\.1:\d+ (.*)\n/gm)];
  const mine = ports.map((each) => `  server 127.0.0.1:${each} ${servers[0]![1]}\n`).join("");
  return `${upstream.replace(servers.map(([line]) => line).join(""), mine)}
server {
  listen 127.0.0.1:${port};
  ${deployed("tradewind-proxy.conf")}
}
`;
}

/** What stands around it on a Debian, as far as it matters; all files in a folder of the test. */
export const aroundServers = (folder: string) => `
${process.getuid?.() === 0 ? "user nobody nogroup;" : ""}
worker_processes 2;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/tradewind.conf;
}
`;

export interface Nginx extends Daemon {
  url: string;
}

export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-nginx-"));
  chmodSync(folder, 0o711);
  const port = await freePort();
  writeFileSync(join(folder, "tradewind.conf"), configured(ports, port));
  writeFileSync(join(folder, "nginx.conf"), aroundServers(folder));
  const url = `http://127.0.0.1:${port}`;
  const daemon = await startDaemon("nginx", {
    words: ["-c", join(folder, "nginx.conf"), "-e", "stderr"],
    isUp: async () => (await fetch(`${url}/health`)).ok,
  });
  return {
    ...daemon,
    url,
    async stop() {
      await daemon.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
