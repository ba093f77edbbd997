export interface Chart {
  title: string;
  /** What the bars of a group stand for. */
  series: readonly string[];
  groups: readonly { name: string; values: readonly number[] }[];
  /** Where the bars begin, if not just below the smallest one: 1 for ratios. */
  from?: number;
  /** What is written at the end of a bar. */
  label(value: number): string;
}

const WIDTH = 760;
const NAMES = 130;
const LABELS = 70;
const HEAD = 64;
const BAR = 13;
const GAP = 10;
const STEPS = [1, 3];

// With a ground of its own: a page may be dark while the system is light.
const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #1f2933; }
    .title { font-size: 15px; font-weight: 600; }
    .mark { fill: #616e7c; font-size: 11px; }
    .ground { fill: #ffffff; }
    .line { stroke: #cbd2d9; }
    .s0 { fill: #0b69a3; } .s1 { fill: #40a0d8; } .s2 { fill: #9fc7e4; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e4e7eb; }
      .mark { fill: #9aa5b1; }
      .ground { fill: #0d1117; }
      .line { stroke: #3e4c59; }
      .s0 { fill: #2f9fe0; } .s1 { fill: #1a6ea3; } .s2 { fill: #4b6a80; }
    }`;

/** Bars side by side. The scale is logarithmic: what is ten times as much is one step further. */
export function barChart({ title, series, groups, from, label }: Chart): string {
  const values = groups.flatMap((group) => group.values).filter((value) => value > 0);
  const scale = logScale(Math.min(...values), Math.max(...values), from);
  const groupHeight = series.length * BAR + GAP;
  const height = HEAD + groups.length * groupHeight + 24;
  const bottom = height - 24;
  const marks = scale.marks.map((mark) => markAt(scale.at(mark), bottom, label(mark)));
  const bars = groups.map(({ name, values: ofGroup }, index) => {
    const top = HEAD + index * groupHeight;
    return groupOf({ name, top, widths: ofGroup.map(scale.at), labels: ofGroup.map(label) });
  });
  const parts = [heading(title), legend(series), ...marks, ...bars];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">
  <title>${escaped(title)}</title>
  <style>${STYLE}
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}"/>
${parts.map((part) => `  ${part}`).join("\n")}
</svg>
`;
}

function logScale(least: number, most: number, from = Number.POSITIVE_INFINITY) {
  const all = Array.from({ length: 13 }, (_, power) => STEPS.map((step) => step * 10 ** (power - 4))).flat();
  // Not above what every bar needs to be seen.
  const first = Math.min(from, all.findLast((mark) => mark < least) ?? all[0]!);
  const last = all.find((mark) => mark >= most) ?? all.at(-1)!;
  const room = WIDTH - NAMES - LABELS;
  const at = (value: number) =>
    value <= first ? 0 : (room * Math.log(value / first)) / Math.log(last / first);
  return { marks: all.filter((mark) => mark >= first && mark <= last), at };
}

const heading = (title: string) => `<text class="title" x="12" y="24">${escaped(title)}</text>`;

const legend = (series: readonly string[]): string =>
  series
    .map((name, index) => {
      const x = NAMES + index * 120;
      return `<rect class="s${index}" x="${x}" y="36" width="12" height="12"/><text x="${x + 17}" y="46">${escaped(name)}</text>`;
    })
    .join("");

const markAt = (width: number, bottom: number, name: string): string => {
  const x = rounded(NAMES + width);
  return `<line class="line" x1="${x}" x2="${x}" y1="${HEAD - 6}" y2="${bottom}"/><text class="mark" x="${x}" y="${bottom + 14}" text-anchor="middle">${escaped(name)}</text>`;
};

interface Group {
  name: string;
  top: number;
  widths: readonly number[];
  labels: readonly string[];
}

function groupOf({ name, top, widths, labels }: Group): string {
  const middle = top + (widths.length * BAR) / 2 + 4;
  const bars = widths.map((width, index) => {
    const y = top + index * BAR;
    const bar = `<rect class="s${index}" x="${NAMES}" y="${y}" width="${rounded(width)}" height="${BAR - 2}"/>`;
    return `${bar}<text class="mark" x="${rounded(NAMES + width + 5)}" y="${y + BAR - 3}">${escaped(labels[index]!)}</text>`;
  });
  return `<text x="${NAMES - 8}" y="${middle}" text-anchor="end">${escaped(name)}</text>${bars.join("")}`;
}

const rounded = (length: number): number => Math.round(length * 10) / 10;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
