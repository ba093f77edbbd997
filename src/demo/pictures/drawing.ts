/** The colours of the demo pictures. */

export const backdrops = {
  dawn: { from: "#fde9d6", to: "#f5bf9c", disc: "#fff4e6", wave: "#e2916c" },
  mist: { from: "#e8f0f4", to: "#b7cddb", disc: "#f8fcfe", wave: "#82a7bd" },
  lagoon: { from: "#d6f1ec", to: "#8fcdc6", disc: "#f0fbf8", wave: "#4c9f9e" },
  dusk: { from: "#53689a", to: "#2a3a60", disc: "#7d91bd", wave: "#18233f" },
  sand: { from: "#f8f0dc", to: "#e4d1a7", disc: "#fffbf0", wave: "#c2a56d" },
  heather: { from: "#efe7f3", to: "#c5b4d6", disc: "#faf6fc", wave: "#957db0" },
} as const;

export type Backdrop = keyof typeof backdrops;

type TintColours = {
  main: string;
  shade: string;
  light: string;
  /** A colour that stands out on `main`. */
  accent: string;
  /** Where the tint is seen well. */
  on: readonly Backdrop[];
};

export const tints = {
  ochre: {
    main: "#e5a637",
    shade: "#bd8020",
    light: "#f5cb74",
    accent: "#27496d",
    on: ["mist", "lagoon", "dusk", "heather"],
  },
  navy: {
    main: "#2b4f78",
    shade: "#1a3656",
    light: "#4a77a5",
    accent: "#e5a637",
    on: ["dawn", "mist", "sand", "lagoon"],
  },
  rust: {
    main: "#c95f3d",
    shade: "#9c442a",
    light: "#e68c68",
    accent: "#f2e6cf",
    on: ["mist", "lagoon", "sand", "dusk"],
  },
  moss: {
    main: "#648553",
    shade: "#47653b",
    light: "#8dac7a",
    accent: "#f2c66b",
    on: ["dawn", "sand", "heather", "mist"],
  },
  sea: {
    main: "#2f9093",
    shade: "#1e6b6e",
    light: "#63b9b7",
    accent: "#f2c66b",
    on: ["dawn", "sand", "heather"],
  },
  cream: {
    main: "#f3e7cf",
    shade: "#d6c4a1",
    light: "#fdf8ec",
    accent: "#c95f3d",
    on: ["dusk", "lagoon", "heather"],
  },
  coral: {
    main: "#ec7c6f",
    shade: "#c5594f",
    light: "#f8aaa0",
    accent: "#27496d",
    on: ["mist", "lagoon", "dusk"],
  },
  slate: {
    main: "#627282",
    shade: "#455361",
    light: "#8d9cab",
    accent: "#f2c66b",
    on: ["dawn", "sand", "lagoon", "heather"],
  },
  tar: {
    main: "#3a4550",
    shade: "#262f38",
    light: "#5d6a76",
    accent: "#ec7c6f",
    on: ["dawn", "sand", "mist", "lagoon"],
  },
} as const satisfies Record<string, TintColours>;

export type Tint = keyof typeof tints;

/** Materials whose colour does not depend on the tint of the product. */
export const stuff = {
  ink: "#22303f",
  paper: "#fbf5e8",
  steel: "#cdd6dd",
  steelShade: "#94a4b0",
  brass: "#dcab4c",
  brassShade: "#ab7b2a",
  wood: "#b37f4e",
  woodShade: "#865a32",
  rope: "#e6cc9c",
  ropeShade: "#bf9c65",
  glass: "#dff1f5",
  glow: "#ffe39b",
  flame: "#f08a3c",
} as const;

export type Paint = Omit<TintColours, "on"> & typeof stuff;

/** Draws one kind of product in the given colours. */
export type Motif = (paint: Paint) => string;

/** The few SVG elements the pictures are made of. The canvas is 800 by 800, subjects stand around (400, 400). */

export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

export const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const dashes = (d: string, stroke: string, width: number, pattern: string) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${pattern}"/>`;

type Box = [x: number, y: number, width: number, height: number, radius?: number];

export const rect = ([x, y, width, height, radius = 0]: Box, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

export const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

type Oval = [x: number, y: number, rx: number, ry: number];

export const ellipse = ([x, y, rx, ry]: Oval, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

export const group = (transform: string, content: string) => `<g transform="${transform}">${content}</g>`;

export const rotated = (degrees: number, content: string) => group(`rotate(${degrees} 400 400)`, content);

export const faded = (opacity: number, content: string) => `<g opacity="${opacity}">${content}</g>`;

/** The content and its reflection in the vertical middle: garments are drawn by their left half. */
export const mirrored = (content: string) => content + group("matrix(-1 0 0 1 800 0)", content);
