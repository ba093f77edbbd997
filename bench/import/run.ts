/**
 * Imports a large catalogue into the built server: `npm run bench:import`. Prints rows per second and the most memory
 * that the server took, for a rehearsal, for the import, and for the same file again, when everything is there already.
 */
import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { LoadClient } from "../support/client.ts";
import { memoryOf } from "../support/processes.ts";
import { ADMIN, type Server, startServer, withFolder } from "../support/server.ts";
import { writeRows } from "./rows.ts";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 200_000);

interface Shop {
  server: Server;
  admin: LoadClient;
  token: string;
}

async function openShop(folder: string): Promise<Shop> {
  const server = await startServer(folder, ["--no-demo"]);
  const visitor = new LoadClient(server.url);
  const { access_token: token } = await visitor.post("/admin/auth/token", ADMIN);
  visitor.close();
  return { server, token, admin: new LoadClient(server.url, { authorization: `Bearer ${token}` }) };
}

async function upload({ server, token }: Shop, path: string): Promise<string> {
  const form = new FormData();
  form.append("files", await openAsBlob(path, { type: "text/csv" }), "catalogue.csv");
  const response = await fetch(`${server.url}/admin/uploads/protected`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { uploads, message } = (await response.json()) as { uploads: { key: string }[]; message?: string };
  if (!uploads) throw new Error(message);
  return uploads[0]!.key;
}

async function post({ server, token }: Shop, path: string, body: unknown = {}): Promise<{ id: string }> {
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { batch_job: { id: string }; message?: string };
  if (response.status >= 300) throw new Error(answer.message);
  return answer.batch_job;
}

/** Waits for a state of the job, and watches the memory of the server meanwhile. */
async function measured(
  shop: Shop,
  name: string,
  { id, until }: { id: string; until: string },
): Promise<void> {
  const began = performance.now();
  let peak = 0;
  for (;;) {
    peak = Math.max(peak, memoryOf(shop.server.pid));
    const { batch_job: job } = await shop.admin.get(`/admin/batch-jobs/${id}`);
    if (job.status === "failed") throw new Error(JSON.stringify(job.result));
    if (job.status === until) {
      const seconds = (performance.now() - began) / 1000;
      const speed = ROWS / seconds;
      console.log(`| ${name} | ${seconds.toFixed(1)} | ${speed.toFixed(0)} | ${peak.toFixed(0)} |`);
      if (job.result.refused_count > 0) throw new Error(JSON.stringify(job.result.errors.slice(0, 3)));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

await withFolder(async (folder) => {
  const path = join(folder, "catalogue.csv");
  await writeRows(path, ROWS);
  const shop = await openShop(folder);
  try {
    console.log(`${ROWS} rows; memory at rest ${memoryOf(shop.server.pid).toFixed(0)} MB`);
    const context = { fileKey: await upload(shop, path) };
    console.log("| | seconds | rows/s | peak MB |\n|---|---|---|---|");
    const rehearsal = await post(shop, "/admin/batch-jobs", {
      type: "product-import",
      context,
      dry_run: true,
    });
    await measured(shop, "rehearsal", { id: rehearsal.id, until: "pre_processed" });
    await post(shop, `/admin/batch-jobs/${rehearsal.id}/confirm`);
    await measured(shop, "import", { id: rehearsal.id, until: "completed" });
    const again = await post(shop, "/admin/batch-jobs", { type: "product-import", context });
    await measured(shop, "the same file again", { id: again.id, until: "completed" });
  } finally {
    shop.admin.close();
    await shop.server.stop();
  }
});
