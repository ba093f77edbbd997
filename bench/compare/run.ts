/**
 * Tradewind compared with the published v1.20.11, the same shop and the same load on one PostgreSQL: `npm run bench:compare`.
 * Writes docs/performance.md and its charts; with --quick it only prints a rough table, in about three minutes.
 *
 *   npm run bench:compare -- [--quick] [--only "add line"] [--clients 1,8,32] [--seconds 4] [--rounds 3]
 *
 * The two take turns, for every line of the table, so that whatever else the machine does hits both.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { writeSection } from "../support/document.ts";
import { startPostgres } from "../support/postgres.ts";
import { told } from "../support/problem.ts";
import { withFolder } from "../support/server.ts";
import { compare, type Plan } from "./compare.ts";
import { asMarkdown, charts } from "./report.ts";
import { DATABASES } from "./systems.ts";
import { provideV1 } from "./v1.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    clients: { type: "string" },
    seconds: { type: "string" },
    rounds: { type: "string" },
  },
});

const usual = values.quick
  ? { clients: "1,8", seconds: 1, rounds: 1, warmUp: 1 }
  : { clients: "1,8,32", seconds: 4, rounds: 3, warmUp: 8 };

const plan: Plan = {
  only: values.only,
  clients: (values.clients ?? usual.clients).split(",").map(Number),
  seconds: Number(values.seconds ?? usual.seconds),
  rounds: Number(values.rounds ?? usual.rounds),
  warmUp: usual.warmUp,
};

const settingOf = (postgres: string) =>
  `Tradewind compared with \`@medusajs/medusa\` 1.20.11: ${availableParallelism()} cores for load, server and database together, ` +
  `Node ${process.versions.node}, PostgreSQL ${postgres} (durable, one server for both), load average ${loadavg()[0]!.toFixed(1)} before the run. ` +
  `Each figure is ${plan.rounds === 1 ? "that of one run" : `the median of ${plan.rounds} runs`} of ${plan.seconds} s, the two taking turns.`;

await told(async () => {
  provideV1();
  await withFolder(async (folder) => {
    const postgres = await startPostgres(folder, DATABASES);
    const setting = settingOf(postgres.version);
    try {
      const report = { ...(await compare(postgres, folder, plan)), setting };
      const markdown = asMarkdown(report);
      console.log(`\n${markdown}`);
      // Figures of a part, or of a moment, are not for the document.
      if (values.quick || values.only) return;
      writeSection("bench:compare", markdown);
      for (const [name, svg] of Object.entries(charts(report))) writeFileSync(`docs/${name}`, svg);
      console.log("\nwritten to docs/performance.md");
    } finally {
      await postgres.stop();
    }
  });
});
