import { circle, dashes, ellipse, faded, group, line, type Motif, mirrored, path, rect } from "./drawing.ts";

const blanket: Motif = ({ main, shade, light, accent, paper }) =>
  [0, 1, 2].map((i) => rect([196, 520 - i * 108, 408, 112, 50], i % 2 ? light : main)).join("") +
  [0, 1, 2]
    .map((i) =>
      path(
        `M560 ${520 - i * 108} Q604 ${524 - i * 108} 604 ${576 - i * 108} Q604 ${628 - i * 108} 560 ${632 - i * 108} Q576 ${576 - i * 108} 560 ${520 - i * 108} Z`,
        shade,
      ),
    )
    .join("") +
  path("M280 304 H520 L516 560 Q400 590 284 560 Z", main) +
  [340, 384, 470]
    .map((y, i) =>
      path(
        `M281 ${y} Q400 ${y + 30} 519 ${y} V${y + 22} Q400 ${y + 52} 281 ${y + 22} Z`,
        [accent, paper, accent][i] ?? accent,
      ),
    )
    .join("") +
  dashes("M284 572 Q400 602 516 572", paper, 32, "6 9") +
  line("M214 410 H270 M530 410 H580 M214 518 H270 M530 518 H580", shade, 7);

const lantern: Motif = ({ main, shade, light, brass, brassShade, glass, glow, flame, ink }) =>
  line("M276 330 Q276 130 400 130 Q524 130 524 330", ink, 11) +
  faded(0.45, circle(400, 400, 190, glow)) +
  path("M340 196 H460 L480 262 H320 Z", main) +
  rect([352, 168, 96, 34, 12], shade) +
  rect([300, 256, 200, 30, 12], light) +
  path("M318 286 H482 Q540 400 490 500 H310 Q260 400 318 286 Z", glass) +
  path("M400 340 Q346 420 400 476 Q454 420 400 340 Z", flame) +
  path("M400 390 Q372 436 400 470 Q428 436 400 390 Z", glow) +
  mirrored(line("M292 290 Q216 400 300 510", brass, 13)) +
  line("M262 400 H538", brass, 7) +
  rect([376, 470, 48, 40, 6], brassShade) +
  rect([290, 500, 220, 34, 12], light) +
  path("M300 534 H500 L536 620 Q536 646 500 646 H300 Q264 646 264 620 Z", main) +
  path("M440 534 H500 L536 620 Q536 646 500 646 H450 Z", shade) +
  circle(540, 580, 20, brass);

const tableLamp: Motif = ({ main, shade, light, accent, wood, woodShade, brass, glow }) =>
  faded(0.5, path("M250 410 H550 L660 650 H140 Z", glow)) +
  rect([388, 400, 24, 150, 6], brass) +
  path("M300 170 H500 L580 414 Q400 444 220 414 Z", main) +
  path("M440 170 H500 L580 414 Q520 424 460 428 Z", shade) +
  path("M330 170 H350 L300 424 L260 420 Z", light) +
  path("M224 402 Q400 432 576 402 L580 414 Q400 444 220 414 Z", accent) +
  rect([380, 142, 40, 30, 10], brass) +
  path("M400 480 Q490 500 480 580 Q470 640 400 646 Q330 640 320 580 Q310 500 400 480 Z", wood) +
  path("M430 490 Q490 510 480 580 Q470 640 400 646 Q456 600 430 490 Z", woodShade) +
  rect([300, 626, 200, 24, 10], woodShade);

const book: Motif = ({ main, shade, light, accent, paper, rope }) =>
  group(
    "rotate(-7 400 400)",
    rect([232, 176, 356, 474, 14], shade) +
      rect([248, 184, 332, 456, 6], paper) +
      line("M572 200 V626 M560 196 V628", rope, 4) +
      path("M222 170 Q222 160 234 160 H546 V626 H234 Q222 626 222 614 Z", main) +
      rect([222, 160, 44, 466, 10], shade) +
      circle(406, 330, 86, accent) +
      path("M396 262 V384 H330 Q352 320 396 262 Z", paper) +
      path("M412 280 V384 H470 Q456 330 412 280 Z", light) +
      path("M318 396 H494 Q474 430 440 430 H366 Q334 430 318 396 Z", shade) +
      line("M326 500 H486 M352 536 H460", paper, 13) +
      path("M470 600 H500 V690 L485 672 L470 690 Z", accent),
  );

const chart: Motif = ({ main, shade, light, accent, paper, wood, woodShade, rope }) =>
  line("M400 118 L240 186 M400 118 L560 186", rope, 7) +
  rect([212, 194, 376, 430, 4], paper) +
  rect([236, 222, 328, 374, 0], light) +
  path("M290 300 Q340 250 386 290 Q430 330 390 370 Q350 420 310 380 Q260 350 290 300 Z", rope) +
  path("M430 440 Q490 400 520 450 Q540 500 490 530 Q440 550 424 500 Q416 460 430 440 Z", rope) +
  path("M310 330 Q340 300 366 320 Q370 360 330 360 Z", main) +
  dashes("M270 540 Q340 440 430 410 Q500 380 530 270", accent, 8, "18 14") +
  line("M516 254 l30 30 m0 -30 l-30 30", accent, 9) +
  path("M320 470 l9 36 l36 9 l-36 9 l-9 36 l-9 -36 l-36 -9 l36 -9 Z", shade) +
  rect([188, 172, 424, 34, 12], wood) +
  rect([188, 612, 424, 34, 12], wood) +
  rect([188, 634, 424, 12, 6], woodShade) +
  rect([188, 194, 424, 12, 6], woodShade);

const candle: Motif = ({ main, shade, light, paper, accent, ink, flame, glow }) =>
  faded(0.5, circle(400, 240, 130, glow)) +
  path("M400 148 Q340 250 400 296 Q460 250 400 148 Z", flame) +
  path("M400 214 Q370 262 400 290 Q430 262 400 214 Z", glow) +
  line("M400 286 V340", ink, 8) +
  path("M250 352 H550 V600 Q550 646 504 646 H296 Q250 646 250 600 Z", main) +
  path("M480 352 H550 V600 Q550 646 504 646 H456 Q488 500 480 352 Z", shade) +
  ellipse([400, 352, 150, 34], light) +
  ellipse([400, 354, 128, 24], paper) +
  rect([306, 430, 188, 140, 8], paper) +
  line("M336 470 q16 -20 32 0 t32 0 t32 0 t32 0", main, 9) +
  line("M346 512 H454 M366 540 H434", accent, 8);

const giftCard: Motif = ({ main, shade, light, accent, paper, brass }) =>
  group("rotate(8 400 400) translate(24 34)", rect([150, 250, 500, 320, 28], shade)) +
  group(
    "rotate(-6 400 400)",
    rect([150, 240, 500, 320, 28], main) +
      path("M150 430 Q260 380 400 440 T650 420 V532 Q650 560 622 560 H178 Q150 560 150 532 Z", light) +
      path("M150 480 Q280 430 420 490 T650 474 V532 Q650 560 622 560 H178 Q150 560 150 532 Z", shade) +
      rect([236, 240, 40, 320, 0], accent) +
      path("M256 330 Q190 260 176 310 Q170 350 256 344 Q342 350 336 310 Q322 260 256 330 Z", accent) +
      circle(256, 336, 18, brass) +
      line("M400 310 H590 M400 350 H520", paper, 15) +
      path("M560 380 V450 H510 Q530 420 560 380 Z", paper) +
      path("M500 458 H594 Q584 478 566 478 H524 Q508 478 500 458 Z", paper),
  );

export const cabin = { blanket, lantern, tableLamp, book, chart, candle, giftCard } satisfies Record<
  string,
  Motif
>;
