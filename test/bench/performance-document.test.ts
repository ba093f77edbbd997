import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { combined, type Figures } from "../../bench/compare/figures.ts";
import { asMarkdown, charts, type Report } from "../../bench/compare/report.ts";
import { barChart } from "../../bench/support/chart.ts";
import { withSection } from "../../bench/support/document.ts";

const figures = (rate: number, others: Partial<Figures> = {}): Figures => ({
  rate,
  p50: 1000 / rate,
  p99: 3000 / rate,
  server: 400 / rate,
  database: 600 / rate,
  failures: 0,
  reason: null,
  ...others,
});

const report = (v1: Partial<Figures> = {}): Report => ({
  rows: [1, 8].map((clients) => ({
    name: "add line",
    clients,
    tradewind: figures(600 * clients),
    v1: figures(20, v1),
  })),
  statements: [{ name: "add line", tradewind: 6, v1: 60 }],
  start: { tradewind: 1000, v1: 4000 },
  memory: { idle: { tradewind: 100, v1: 200 }, loaded: { tradewind: 150, v1: 300 } },
  installed: {
    tradewind: { packages: 236, megabytes: 168 },
    v1: { packages: 649, megabytes: 138 },
    postgres: 59,
  },
  setting: "On a machine.",
});

describe("the figures of a benchmark in the document", () => {
  it("stand between their marks, and everything else stays unchanged", () => {
    const document = [
      "# Performance",
      "<!-- bench:compare: written by npm run bench:compare -->",
      "of the last run",
      "<!-- bench:compare: end -->",
      "by hand",
    ].join("\n");
    const written = withSection(document, "bench:compare", "\n| of this run |\n");
    expect(written).toBe(document.replace("of the last run", "| of this run |"));
    expect(withSection(written, "bench:compare", "| of this run |")).toBe(written);
  });

  it("are not written where the marks are missing", () => {
    expect(() => withSection("# Performance", "bench:compare", "figures")).toThrow(/no "<!-- bench:compare/);
  });

  it("have a place in docs/performance.md", () => {
    const document = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");
    for (const name of ["bench:compare", "bench:limit"]) {
      expect(withSection(document, name, "figures")).toContain("figures");
    }
  });

  it("start with the factor to the rate of v1.20", () => {
    const text = asMarkdown(report());
    expect(text).toContain("| add line | **30.0x** | 1 | 600 | 20.0 | 1.67 | 50.0 | 5.00 | 150 |");
    expect(text).toContain("| add line | **240x** | 8 |");
    expect(text).toContain("| add line | **3.3 %** | 1 | 0.67 | 20.0 | 1.00 | 30.0 |");
    expect(text).toContain("| add line | **10 %** | 6.00 | 60.0 |");
    expect(text).toContain("| MB installed | **120 %** | 168 | 138 |");
    expect(text).not.toContain("failed");
  });

  it("show failures", () => {
    expect(asMarkdown(report({ failures: 3, reason: "POST /store/carts: 500" }))).toContain(
      "- add line, 8 clients: 3 requests of v1.20 failed and are not in the rate (`POST /store/carts: 500`).",
    );
  });

  it("are medians of several runs; every failure is shown", () => {
    const runs = [figures(10), figures(1000), figures(20, { failures: 2, reason: "no" })];
    expect(combined(runs)).toMatchObject({ rate: 20, p50: 50, server: 20, failures: 2, reason: "no" });
    expect(combined([figures(10), figures(20)]).rate).toBe(15);
  });
});

describe("a chart", () => {
  const widths = (svg: string) =>
    [...svg.matchAll(/<rect class="s\d" x="130" y="(?!36)\d+" width="([\d.]+)"/g)].map((found) =>
      Number(found[1]),
    );

  it("has a bar for every value, one step longer for ten times as much", () => {
    const svg = barChart({
      title: "Rates",
      series: ["before", "after"],
      groups: [
        { name: "read", values: [2, 20] },
        { name: "write", values: [200, 2000] },
      ],
      label: (value) => `${value}x`,
    });
    const [first, second, third, fourth] = widths(svg) as [number, number, number, number];
    const step = second - first;
    expect(first).toBeGreaterThan(0);
    expect(third - second).toBeCloseTo(step, 0);
    expect(fourth - third).toBeCloseTo(step, 0);
    for (const text of ["Rates", "before", "after", "read", "write", "2000x"])
      expect(svg).toContain(`>${text}</text>`);
  });

  it("is a separate document, with any names", () => {
    const svg = barChart({
      title: "p99 < 5 ms & more",
      series: ["one"],
      groups: [{ name: "a > b", values: [1] }],
      label: String,
    });
    expect(svg).toMatch(/^<svg xmlns=[\s\S]*<\/svg>\n$/);
    expect(svg).toContain("p99 &lt; 5 ms &amp; more");
    expect(svg).toContain("a &gt; b");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("is made of the comparison: the ratio for each load, and the CPU of both", () => {
    const files = charts(report());
    expect(widths(files["performance-rate.svg"]!)).toHaveLength(2);
    for (const text of ["1x", "30x", "240x"])
      expect(files["performance-rate.svg"]).toContain(`>${text}</text>`);
    expect(files["performance-cpu.svg"]).toContain("8 clients (ms, logarithmic)");
    expect(widths(files["performance-cpu.svg"]!)).toHaveLength(2);
  });
});
