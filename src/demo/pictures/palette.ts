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

/** Materials that keep their colour whatever the tint of the product. */
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
