import { barChart } from "../support/chart.ts";
import { rounded, table } from "../support/table.ts";
import type { Figures } from "./figures.ts";
import type { Installed } from "./installed.ts";
import { FROM_MEMORY, isLife } from "./rows.ts";

interface Pair<Value> {
  tradewind: Value;
  v1: Value;
}

/** One operation under one load, on both. */
export interface Row extends Pair<Figures> {
  name: string;
  clients: number;
}

export interface Report {
  rows: readonly Row[];
  statements: readonly (Pair<number> & { name: string })[];
  /** Milliseconds to the first answer. */
  start: Pair<number>;
  /** MB. */
  memory: { idle: Pair<number>; loaded: Pair<number> };
  installed: Pair<Installed> & { postgres: number };
  /** In what surroundings. */
  setting: string;
}

const times = (ratio: number): string => `${rounded(ratio)}x`;

const part = (tradewind: number, v1: number): string =>
  `**${Number(((100 * tradewind) / v1).toPrecision(2))} %**`;

const faster = ({ tradewind, v1 }: Pair<Figures>): number => tradewind.rate / v1.rate;
const cpuOf = ({ server, database }: Figures): number => server + database;

const rates = (rows: readonly Row[]): string =>
  table(
    [
      "operation",
      "times v1.20",
      "clients",
      "a second: Tradewind",
      "v1.20",
      "p50 ms: Tradewind",
      "v1.20",
      "p99 ms: Tradewind",
      "v1.20",
    ],
    rows.map((row) => [
      row.name,
      `**${times(faster(row))}**`,
      row.clients,
      ...both(row, ({ rate }) => rate),
      ...both(row, ({ p50 }) => p50),
      ...both(row, ({ p99 }) => p99),
    ]),
  );

const cpu = (rows: readonly Row[]): string =>
  table(
    ["operation", "of v1.20", "clients", "server: Tradewind", "v1.20", "database: Tradewind", "v1.20"],
    rows.map((row) => [
      row.name,
      part(cpuOf(row.tradewind), cpuOf(row.v1)),
      row.clients,
      ...both(row, ({ server }) => server),
      ...both(row, ({ database }) => database),
    ]),
  );

const both = ({ tradewind, v1 }: Pair<Figures>, figure: (figures: Figures) => number): string[] =>
  [tradewind, v1].map((figures) => rounded(figure(figures)));

const statements = (found: Report["statements"]): string =>
  table(
    ["operation", "of v1.20", "Tradewind", "v1.20"],
    found.map(({ name, tradewind, v1 }) => [name, part(tradewind, v1), rounded(tradewind), rounded(v1)]),
  );

const rest = ({ start, memory, installed }: Report): string =>
  table(
    ["", "of v1.20", "Tradewind", "v1.20"],
    [
      ["start to the first answer, ms", start],
      ["memory after the start, MB", memory.idle],
      ["memory after the load, MB", memory.loaded],
      ["packages installed", ofInstalled(installed, ({ packages }) => packages)],
      ["MB installed", ofInstalled(installed, ({ megabytes }) => megabytes)],
    ].map((line) => {
      const [name, { tradewind, v1 }] = line as [string, Pair<number>];
      return [name, part(tradewind, v1), tradewind.toFixed(0), v1.toFixed(0)];
    }),
  );

const ofInstalled = ({ tradewind, v1 }: Pair<Installed>, figure: (one: Installed) => number) => ({
  tradewind: figure(tradewind),
  v1: figure(v1),
});

const failures = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ name, clients, tradewind, v1 }) =>
    [
      { system: "Tradewind", ...tradewind },
      { system: "v1.20", ...v1 },
    ]
      .filter((each) => each.failures > 0)
      .map(
        (each) =>
          `- ${name}, ${clients} clients: ${each.failures} requests of ${each.system} failed and are not in the rate` +
          ` (\`${each.reason?.slice(0, 120)}\`).`,
      ),
  );

const marked = (rows: readonly Row[]): Row[] =>
  rows.map((row) => (FROM_MEMORY.includes(row.name) ? { ...row, name: `${row.name} (from memory)` } : row));

/** The rows as shops live first: single operations, and those from memory, come after them. */
function byKind(rows: readonly Row[]) {
  return {
    life: rows.filter(({ name }) => isLife(name)),
    single: marked(rows.filter(({ name }) => !isLife(name))),
  };
}

const LIFE = `As shops live: the first visit of a page that the server has never sent, customers who are signed in, a catalogue in
which a product changes once a second, and a mixed day (1,000 products; 90 % reads, 8 % changes of carts, 2 % checkouts of
eight requests, and a product changes once a second). The changes count.`;

const SINGLE = `Single operations. Rows "from memory" are answers of which the server has read every part before; those with "memory
off" are the same requests to a server with \`TRADEWIND_ANSWER_MEMORY=0\`.`;

const of = (report: Report, kind: "life" | "single") => byKind(report.rows)[kind];

export const asMarkdown = (report: Report): string =>
  [
    report.setting,
    LIFE,
    rates(of(report, "life")),
    "![How many times the rate of v1.20](performance-rate.svg)",
    SINGLE,
    rates(of(report, "single")),
    ...(failures(report.rows).length > 0 ? [failures(report.rows).join("\n")] : []),
    "CPU time of one operation in milliseconds, of the server and of the database. It limits the rate once all cores are busy.",
    "![CPU time of an operation](performance-cpu.svg)",
    cpu([...of(report, "life"), ...of(report, "single")]),
    "SQL statements of one operation, without those that begin and end transactions:",
    statements(report.statements),
    `Start on a database that has its tables, memory of the server process (RSS), and what \`npm\` installs for production. ` +
      `Tradewind's packages bring a PostgreSQL along (${report.installed.postgres.toFixed(0)} MB of it); v1.20 needs one, and Redis to run as more than one process.`,
    rest(report),
  ].join("\n\n");

/** Files of docs/ by name. */
export function charts({ rows }: Report): Record<string, string> {
  const names = [...new Set(rows.map(({ name }) => name))];
  const clients = [...new Set(rows.map((row) => row.clients))];
  const of = (name: string) => rows.filter((row) => row.name === name);
  const middle = clients[Math.floor(clients.length / 2)]!;
  return {
    "performance-rate.svg": barChart({
      title: "Requests a second: times v1.20 (logarithmic)",
      series: clients.map((count) => (count === 1 ? "1 client" : `${count} clients`)),
      groups: names.map((name) => ({ name, values: of(name).map(faster) })),
      from: 1,
      label: (value) => `${Number(value.toPrecision(2))}x`,
    }),
    "performance-cpu.svg": barChart({
      title: `CPU of one operation, server and database, ${middle} clients (ms, logarithmic)`,
      series: ["Tradewind", "v1.20"],
      groups: names.map((name) => {
        const row = of(name).find((each) => each.clients === middle)!;
        return { name, values: [cpuOf(row.tradewind), cpuOf(row.v1)] };
      }),
      label: (value) => `${Number(value.toPrecision(2))}`,
    }),
  };
}
