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

const job = (context: object, dry_run = false) => ({ type: "product-import", context, dry_run });

/** Each in a process of its own, so that the memory is that of one of them. */
async function inShop(folder: string, work: (shop: Shop) => Promise<void>): Promise<void> {
  const shop = await openShop(folder);
  try {
    await work(shop);
  } finally {
    shop.admin.close();
    await shop.server.stop();
  }
}

await withFolder(async (folder) => {
  const path = join(folder, "catalogue.csv");
  await writeRows(path, ROWS);
  let context = {};
  await inShop(folder, async (shop) => {
    console.log(`${ROWS} rows; memory at rest ${memoryOf(shop.server.pid).toFixed(0)} MB`);
    context = { fileKey: await upload(shop, path) };
  });
  console.log("| | seconds | rows/s | peak MB |\n|---|---|---|---|");
  await inShop(folder, async (shop) => {
    const { id } = await post(shop, "/admin/batch-jobs", job(context, true));
    await measured(shop, "rehearsal", { id, until: "pre_processed" });
  });
  for (const name of ["import", "the same file again"]) {
    await inShop(folder, async (shop) => {
      const { id } = await post(shop, "/admin/batch-jobs", job(context));
      await measured(shop, name, { id, until: "completed" });
    });
  }
});
