import { cabin } from "./cabin.ts";
import { accessories, clothing } from "./clothing-and-accessories.ts";
import { deck } from "./deck.ts";
import {
  type Backdrop,
  backdrops,
  circle,
  ellipse,
  faded,
  group,
  type Motif,
  path,
  rect,
  stuff,
  type Tint,
  tints,
} from "./drawing.ts";
import { shore } from "./shore.ts";

const motifs = { ...clothing, ...accessories, ...deck, ...shore, ...cabin };

export type PictureKind = keyof typeof motifs;

export type Scene = {
  kind: PictureKind;
  tint: Tint;
  /** Any number: it chooses among the backdrops and seas that suit the tint. */
  seed: number;
  closeUp: boolean;
};

const seas = [
  "M0 640 Q100 600 200 640 T400 640 T600 640 T800 640 V800 H0 Z",
  "M0 660 Q140 610 280 650 T560 646 T800 640 V800 H0 Z",
  "M0 630 Q200 690 400 640 T800 650 V800 H0 Z",
];

const drawBackdrop = (name: Backdrop, sea: string) => {
  const { from, to, disc, wave } = backdrops[name];
  const gradient = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  return (
    `<defs>${gradient}</defs>` +
    rect([0, 0, 800, 800], "url(#sky)") +
    faded(0.75, circle(400, 400, 300, disc)) +
    faded(0.4, path(sea, wave)) +
    faded(0.55, group("translate(0 62)", path(sea, wave)))
  );
};

export function drawScene({ kind, tint, seed, closeUp }: Scene): string {
  const { on, ...colours } = tints[tint];
  const motif: Motif = motifs[kind];
  const subject = motif({ ...colours, ...stuff });
  const backdrop = on[seed % on.length] ?? on[0];
  const sea = seas[Math.floor(seed / 8) % seas.length] ?? "";
  const shadow = faded(0.22, ellipse([400, 668, 220, 24], stuff.ink));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">` +
    drawBackdrop(backdrop, sea) +
    (closeUp ? group("rotate(-9 400 400) translate(-160 -140) scale(1.4)", subject) : shadow + subject) +
    "</svg>"
  );
}
