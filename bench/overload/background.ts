import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { makeShop } from "../checkout/shop.ts";
import { type System, visit } from "../compare/systems.ts";
import { writeRows } from "../import/rows.ts";
import { LoadClient } from "../support/client.ts";
import type { Postgres } from "../support/postgres.ts";
import { table } from "../support/table.ts";
import { normalProducts } from "./hot-sale.ts";
import { buy, timesOf, type Visit, visitors } from "./visitor.ts";

export interface Background {
  /** Rows of the import, which the export then writes. */
  rows: number;
  /** Of each measurement, with the work and without it. */
  seconds: number;
  /** Checkouts a second. */
  normal: number;
}

export interface BesideWork {
  work: string;
  alone: Visit[];
  beside: Visit[];
}

/** Checkouts as every day, alone and beside work that takes long. */
export async function besideWork(
  system: System,
  { postgres, folder, plan }: { postgres: Postgres; folder: string; plan: Background },
): Promise<BesideWork[]> {
  const launched = await system.start();
  const { visitor, admin } = await visit(system.url);
  const buyers = new LoadClient(system.url);
  const results: BesideWork[] = [];
  try {
    const shop = await makeShop(admin, { run: "background", products: normalProducts() });
    const { variantIds } = shop;
    const checkouts = () =>
      visitors({ count: Math.round(plan.seconds * plan.normal), seconds: plan.seconds }, (number) =>
        buy(buyers, shop, variantIds[number % variantIds.length]!),
      );
    await checkouts();
    const measured = async (work: string, start: () => Promise<() => Promise<unknown>>) => {
      const alone = await checkouts();
      const end = await start();
      const beside = await checkouts();
      await end();
      results.push({ work, alone, beside });
    };
    const job = async (type: string, context: object) => {
      const { batch_job } = await admin.post("/admin/batch-jobs", { type, context });
      return () => finished(admin, batch_job.id);
    };
    const file = join(folder, "background.csv");
    await writeRows(file, plan.rows);
    const fileKey = await upload(system.url, admin, file);
    await measured(`an import of ${plan.rows} rows`, () => job("product-import", { fileKey }));
    await measured("an export of these products", () => job("product-export", {}));
    await measured("four searches of an administrator at a time", async () => {
      let isOver = false;
      const search = async (word: string) => {
        while (!isOver) await admin.ask("GET", `/admin/products?limit=50&q=${word}`);
      };
      const searching = ["a wool", "s m", "e", "o l"].map((words) => search(encodeURIComponent(words)));
      return () => {
        isOver = true;
        return Promise.all(searching);
      };
    });
    await measured("the search index made anew", async () => {
      let isOver = false;
      const making = (async () => {
        while (!isOver)
          await postgres.askIn(system.database, "reindex table concurrently tradewind.product_text");
      })();
      return () => {
        isOver = true;
        return making;
      };
    });
    return results;
  } finally {
    for (const client of [visitor, admin, buyers]) client.close();
    await launched.stop();
  }
}

async function upload(url: string, admin: LoadClient, path: string): Promise<string> {
  const form = new FormData();
  form.append("files", await openAsBlob(path, { type: "text/csv" }), "background.csv");
  const response = await fetch(`${url}/admin/uploads/protected`, {
    method: "POST",
    headers: admin.sentHeaders,
    body: form,
  });
  const { uploads, message } = (await response.json()) as { uploads?: { key: string }[]; message?: string };
  if (!uploads) throw new Error(message);
  return uploads[0]!.key;
}

async function finished(admin: LoadClient, id: string): Promise<void> {
  for (;;) {
    const { batch_job: job } = await admin.get(`/admin/batch-jobs/${id}`);
    if (job.status === "failed") throw new Error(JSON.stringify(job.result));
    if (job.status === "completed") return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export const backgroundTable = (results: readonly BesideWork[]): string =>
  table(
    ["beside", "alone: p50 / p95 ms", "beside it: p50 / p95 ms", "times as long (median)", "not an order"],
    results.map(({ work, alone, beside }) => {
      const [before, during] = [timesOf(ordersOf(alone), "total"), timesOf(ordersOf(beside), "total")];
      return [
        work,
        `${before.p50.toFixed(1)} / ${before.p95.toFixed(1)}`,
        `${during.p50.toFixed(1)} / ${during.p95.toFixed(1)}`,
        `**${(during.p50 / before.p50).toFixed(2)}**`,
        alone.length + beside.length - ordersOf(alone).length - ordersOf(beside).length,
      ];
    }),
  );

const ordersOf = (visits: readonly Visit[]) => visits.filter(({ outcome }) => outcome === "order");
