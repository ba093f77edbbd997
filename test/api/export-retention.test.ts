import { expect } from "vitest";
import { configFrom } from "../../src/config.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { Pace } from "../../src/jobs/pace.ts";
import { batchJobWork } from "../../src/modules/import-export/batch-jobs/index.ts";
import { entities } from "../../src/modules.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { exported, shownJob } from "../support/factories/batch-jobs.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

const data = aDataFolder();
const providers = new ProviderRegistry();
const { it, shop } = withShop(
  () => startShop({ TRADEWIND_DATA_DIR: data.folder, TRADEWIND_JOBS: "2" }, { providers }),
  data.remove,
);

const work = (days: number) =>
  batchJobWork(
    {
      db: shop.db,
      graph: new Graph(shop.db, new Registry(entities)),
      providers,
      config: configFrom({ TRADEWIND_EXPORT_DAYS: String(days) }),
      log: shop.app.log,
      pace: new Pace(() => Number.NEGATIVE_INFINITY),
    },
    [],
  );

it("the files of old exports are deleted when v1 no longer uses them, and no others", async () => {
  const [old, young] = [
    (await exported(shop, "order-export")).job,
    (await exported(shop, "order-export")).job,
  ];
  await shop.db.run({
    text: "update batch_job set completed_at = now() - interval '31 days' where id = $1",
    values: [old.id],
  });
  expect(data.files()).toHaveLength(2);
  const run = { attempt: 1, isStopping: () => false };
  await runBesideV1(shop);
  await work(30).tasks["batch-job-expire-exports"]!({}, run);
  expect(data.files()).toHaveLength(2);
  await finishAdoption(shop);
  await work(30).tasks["batch-job-expire-exports"]!({}, run);
  await work(30).tasks["batch-job-expire-exports"]!({}, run);
  expect(data.files()).toHaveLength(1);
  expect((await shownJob(shop, old.id)).result).not.toHaveProperty("file_key");
  expect((await shownJob(shop, young.id)).result.file_key).toBeTruthy();
});

it("without a limit nothing is scheduled", () => {
  expect(work(0).schedules).toEqual([]);
  expect(work(30).schedules).toMatchObject([{ task: "batch-job-expire-exports" }]);
});
