/**
 * Checkouts while there is more to do than usual: `npm run bench:overload`. Writes docs/performance.md.
 *
 * - A hot sale: everybody wants one article of which there are few, while others buy other goods as every day; with the published
 *   v1.20.11 beside it.
 * - Long work: an import, an export, searches of administrators, an index that is made anew.
 *
 *   npm run bench:overload -- [--quick] [--alone] [--only sale] [--buyers 10000] [--pieces 100] [--seconds 60] [--normal 2] [--before 30]
 *     [--rows 100000]
 *
 * With --quick it only prints, with --alone v1 is left out.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { bothSystems, DATABASES } from "../compare/systems.ts";
import { provideV1 } from "../compare/v1.ts";
import { writeSection } from "../support/document.ts";
import { startPostgres } from "../support/postgres.ts";
import { told } from "../support/problem.ts";
import { withFolder } from "../support/server.ts";
import { backgroundTable, besideWork } from "./background.ts";
import { hotSale, type Sale } from "./hot-sale.ts";
import { type Named, saleTable } from "./report.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    alone: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    rows: { type: "string", default: "100000" },
    buyers: { type: "string", default: "10000" },
    pieces: { type: "string", default: "100" },
    seconds: { type: "string", default: "60" },
    normal: { type: "string", default: "2" },
    before: { type: "string", default: "30" },
  },
});

const sale: Sale = {
  buyers: Number(values.buyers),
  pieces: Number(values.pieces),
  seconds: Number(values.seconds),
  normal: Number(values.normal),
  before: Number(values.before),
};

const settingOf = (postgres: string) =>
  `${sale.buyers} buyers within ${sale.seconds} s for ${sale.pieces} pieces of one article, beside ${sale.normal} checkouts a second of 50 others; ` +
  `${availableParallelism()} cores for load, server and database together, Node ${process.versions.node}, PostgreSQL ${postgres}, ` +
  `load average ${loadavg()[0]!.toFixed(1)} before the run.`;

await told(async () => {
  provideV1();
  await withFolder(async (folder) => {
    const postgres = await startPostgres(folder, DATABASES);
    const setting = settingOf(postgres.version);
    try {
      const parts = [setting];
      const systems = await bothSystems(postgres, folder);
      if ("sale".includes(values.only)) {
        const results: Named[] = [];
        for (const system of systems) {
          if (values.alone && system.name !== "Tradewind") continue;
          results.push({ name: system.name, ...(await hotSale(system, sale)) });
        }
        parts.push(saleTable(results));
      }
      if ("background".includes(values.only)) {
        const [tradewind] = systems;
        const plan = { rows: Number(values.rows), seconds: sale.before, normal: sale.normal };
        parts.push(backgroundTable(await besideWork(tradewind!, { postgres, folder, plan })));
      }
      const markdown = parts.join("\n\n");
      console.log(`\n${markdown}`);
      if (values.quick || values.alone || values.only) return;
      writeSection("bench:overload", markdown);
      console.log("\nwritten to docs/performance.md");
    } finally {
      await postgres.stop();
    }
  });
});
