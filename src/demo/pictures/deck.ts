import {
  circle,
  dashes,
  ellipse,
  faded,
  group,
  line,
  type Motif,
  mirrored,
  type Paint,
  path,
  rect,
  rotated,
} from "./drawing.ts";

const knife: Motif = ({ wood, woodShade, steel, steelShade, brass, brassShade, rope }) =>
  rotated(
    -38,
    path("M404 352 H650 Q690 356 700 384 L640 424 H404 Z", steel) +
      path("M404 398 H676 L640 424 H404 Z", steelShade) +
      line("M440 372 H600", steelShade, 5) +
      path("M130 356 Q150 336 190 340 H400 Q424 344 424 388 Q424 432 400 436 H190 Q140 440 126 404 Z", wood) +
      path("M126 404 Q260 420 424 400 Q422 432 400 436 H190 Q140 440 126 404 Z", woodShade) +
      rect([384, 334, 40, 108, 8], brass) +
      rect([408, 334, 16, 108, 6], brassShade) +
      circle(230, 388, 13, brass) +
      circle(320, 388, 13, brass) +
      circle(164, 388, 15, steelShade),
  ) + line("M212 538 Q150 640 250 650 Q340 656 320 590 Q304 548 212 538", rope, 13);

const fids: Motif = ({ wood, woodShade, steel, steelShade, brass, main, shade, light }) =>
  path("M210 420 H590 V610 Q590 640 560 640 H240 Q210 640 210 610 Z", main) +
  group(
    "rotate(-12 300 400)",
    path("M300 150 L334 440 H266 Z", steel) + path("M300 150 L334 440 H304 Z", steelShade),
  ) +
  path("M400 170 L438 470 H362 Z", wood) +
  path("M400 170 L438 470 H404 Z", woodShade) +
  group(
    "rotate(12 500 400)",
    rect([478, 300, 44, 170, 20], wood) +
      path("M484 310 L500 160 L516 310 Z", steel) +
      rect([478, 296, 44, 24, 6], brass),
  ) +
  path("M206 440 H594 V612 Q594 644 560 644 H240 Q206 644 206 612 Z", shade) +
  path("M206 440 H594 V500 Q400 530 206 500 Z", light) +
  line("M336 520 V636 M464 520 V636", main, 7);

const coil = (y: number, rope: string, shade: string) =>
  line(`M250 ${y} Q400 ${y + 74} 550 ${y}`, shade, 40) +
  line(`M250 ${y - 6} Q400 ${y + 68} 550 ${y - 6}`, rope, 30);

const ropeCoil: Motif = ({ main, shade, light, accent }) =>
  line("M250 330 Q250 220 400 216 Q550 220 550 330", shade, 40) +
  line("M250 324 Q250 214 400 210 Q550 214 550 324", light, 30) +
  [330, 372, 414, 456, 498, 540].map((y, i) => coil(y, i % 2 ? main : light, shade)).join("") +
  [330, 372, 414, 456, 498, 540]
    .map((y) => dashes(`M250 ${y - 6} Q400 ${y + 68} 550 ${y - 6}`, accent, 6, "10 34"))
    .join("") +
  rect([362, 190, 76, 470, 26], shade) +
  [230, 276, 322, 368, 414, 460, 506, 552, 598, 636]
    .map((y) => line(`M374 ${y + 8} L426 ${y - 12}`, main, 20))
    .join("") +
  line("M550 540 Q600 600 640 640", shade, 34) +
  line("M550 536 Q600 596 640 636", main, 26) +
  line("M628 624 L644 640", accent, 30);

const figureEight =
  "M212 316 H250 C290 250 390 250 390 316 C390 376 320 372 300 316 C280 260 240 372 300 372 C350 372 360 316 430 316";
const leftLoop = "M450 290 H516 Q556 290 556 330 Q556 370 516 370 H450";
const rightLoop = "M590 310 H530 Q486 310 486 350 Q486 390 530 390 H590";
const wave = (y: number) => `M236 ${y} q41 -56 82 0 t82 0 t82 0 t82 0`;

const knotBoard: Motif = ({ wood, woodShade, main, shade, light, accent, brass, paper }) =>
  rect([170, 200, 460, 430, 22], woodShade) +
  rect([170, 190, 460, 424, 22], wood) +
  rect([194, 214, 412, 376, 12], paper) +
  line(figureEight, shade, 24) +
  line(figureEight, main, 16) +
  line(leftLoop, shade, 24) +
  line(leftLoop, light, 16) +
  line(rightLoop, shade, 24) +
  line(rightLoop, accent, 16) +
  [500, 520, 540]
    .map((y, i) => line(wave(y), shade, 24) + line(wave(y), [main, light, accent][i] ?? main, 16))
    .join("") +
  mirrored(circle(212, 232, 9, brass) + circle(212, 572, 9, brass));

const shackle: Motif = ({ brass, brassShade, steel, steelShade, ink, main }) =>
  line("M300 560 V360 Q300 230 400 230 Q500 230 500 360 V560", brassShade, 62) +
  line("M292 556 V356 Q292 222 400 222 Q508 222 508 356 V556", brass, 44) +
  line("M282 380 Q284 252 380 226", "#f4d995", 10) +
  rect([216, 530, 368, 62, 31], steelShade) +
  rect([216, 524, 368, 54, 27], steel) +
  mirrored(circle(296, 552, 56, brass) + circle(296, 552, 30, brassShade)) +
  circle(616, 552, 44, brassShade) +
  circle(616, 548, 40, brass) +
  circle(616, 548, 17, ink) +
  line("M616 590 Q650 660 700 640", main, 12);

const compass: Motif = ({ brass, brassShade, paper, ink, main, shade, accent, steelShade }) =>
  circle(400, 196, 46, brassShade) +
  circle(400, 196, 26, main) +
  rect([376, 222, 48, 40, 8], brassShade) +
  circle(400, 440, 218, brassShade) +
  circle(400, 430, 214, brass) +
  circle(400, 430, 178, shade) +
  circle(400, 430, 166, paper) +
  dashes("M400 282 a148 148 0 1 1 -.1 0", steelShade, 18, "4 15.4") +
  dashes("M400 282 a148 148 0 1 1 -.1 0", ink, 26, "6 226.5") +
  path("M400 330 L418 412 L500 430 L418 448 L400 530 L382 448 L300 430 L382 412 Z", steelShade) +
  group(
    "rotate(32 400 430)",
    path("M400 300 L426 430 H374 Z", main) + path("M400 560 L426 430 H374 Z", accent),
  ) +
  circle(400, 430, 16, ink) +
  faded(0.35, path("M270 350 Q320 284 400 276 Q330 320 300 400 Z", "#fff"));

const barrel = ({ main, shade, light, accent, ink, glass }: Paint) =>
  path("M262 230 H362 L372 330 Q388 360 388 400 L380 580 H206 L214 420 Q230 340 252 320 Z", main) +
  path("M262 230 H300 L292 330 Q256 380 252 580 H206 L214 420 Q230 340 252 320 Z", light) +
  rect([252, 194, 118, 50, 14], ink) +
  rect([196, 560, 194, 64, 18], shade) +
  ellipse([293, 622, 84, 20], glass) +
  rect([210, 520, 172, 14, 4], accent);

const binoculars: Motif = (paint) =>
  line("M226 250 Q120 400 190 560", paint.shade, 12) +
  line("M574 250 Q680 400 610 560", paint.shade, 12) +
  rect([340, 330, 120, 150, 24], paint.shade) +
  mirrored(barrel(paint)) +
  rect([378, 300, 44, 220, 18], paint.ink) +
  rect([372, 340, 56, 60, 12], paint.accent);

const headlamp: Motif = ({ main, shade, light, accent, ink, steel, glow }) =>
  faded(0.55, path("M400 430 L180 700 Q400 760 620 700 Z", glow)) +
  line("M180 420 Q170 220 400 214 Q630 220 620 420", shade, 54) +
  dashes("M180 420 Q170 220 400 214 Q630 220 620 420", accent, 12, "26 18") +
  line("M176 410 Q400 520 624 410", main, 60) +
  dashes("M176 410 Q400 520 624 410", light, 10, "26 18") +
  rect([286, 372, 228, 160, 44], ink) +
  rect([298, 366, 204, 150, 40], shade) +
  circle(400, 442, 64, steel) +
  circle(400, 442, 50, glow) +
  circle(400, 442, 24, "#fff") +
  rect([370, 352, 60, 22, 8], accent);

const dryBag: Motif = ({ main, shade, light, accent, ink, paper }) =>
  path("M250 290 Q400 262 550 290 L572 600 Q566 640 520 646 Q400 660 280 646 Q234 640 228 600 Z", main) +
  path("M472 280 L550 290 L572 600 Q566 640 520 646 L470 651 Q500 460 472 280 Z", shade) +
  path("M262 226 H538 L552 300 Q400 276 248 300 Z", light) +
  rect([240, 196, 320, 44, 20], shade) +
  rect([240, 186, 320, 36, 18], main) +
  line("M244 206 Q180 150 300 128 H500 Q620 150 556 206", ink, 15) +
  rect([362, 108, 76, 40, 10], accent) +
  rect([236, 400, 330, 16, 0], accent) +
  path("M400 446 Q340 530 340 560 Q340 610 400 612 Q460 610 460 560 Q460 530 400 446 Z", paper) +
  line("M364 560 Q368 586 394 590", accent, 8);

const duffel: Motif = ({ main, shade, light, accent, wood, woodShade, brass }) =>
  line("M280 400 Q290 226 400 226 Q510 226 520 400", woodShade, 22) +
  rect([140, 330, 520, 290, 110], shade) +
  rect([140, 318, 520, 288, 110], main) +
  path("M250 318 Q172 330 146 420 V500 Q170 600 250 606 Q206 540 206 462 Q206 380 250 318 Z", light) +
  path("M550 318 Q628 330 654 420 V500 Q630 600 550 606 Q594 540 594 462 Q594 380 550 318 Z", light) +
  line("M236 352 H564", brass, 9) +
  mirrored(rect([282, 360, 36, 246, 4], wood) + rect([282, 400, 36, 16, 0], brass)) +
  line("M300 380 Q310 268 400 268 Q490 268 500 380", wood, 20) +
  rect([352, 452, 96, 74, 8], accent) +
  line("M372 490 H428", light, 7);

const rucksack: Motif = ({ main, shade, light, accent, wood, brass, ink }) =>
  line("M340 200 Q350 142 400 142 Q450 142 460 200", shade, 20) +
  mirrored(path("M232 400 Q184 410 186 470 L192 580 Q200 612 244 606 Z", shade)) +
  path("M240 280 Q250 190 400 186 Q550 190 560 280 L572 590 Q566 642 510 646 H290 Q234 642 228 590 Z", main) +
  rect([276, 456, 248, 160, 26], shade) +
  rect([276, 446, 248, 160, 26], light) +
  path("M234 290 Q240 186 400 180 Q560 186 566 290 L560 400 Q400 440 240 400 Z", shade) +
  path("M234 280 Q240 180 400 174 Q560 180 566 280 L560 384 Q400 424 240 384 Z", main) +
  mirrored(
    rect([300, 330, 28, 160, 5], wood) +
      rect([292, 424, 44, 34, 6], brass) +
      rect([302, 434, 24, 14, 2], ink),
  ) +
  rect([362, 500, 76, 52, 6], accent);

const tote: Motif = ({ rope, ropeShade, main, accent }) =>
  line("M300 320 Q300 150 400 150 Q500 150 500 320", ropeShade, 24) +
  path("M204 300 H596 L630 640 H170 Z", "#f3e4c4") +
  path("M530 300 H596 L630 640 H540 Z", rope) +
  path("M176 580 H624 L630 640 H170 Z", main) +
  path("M204 300 H596 L600 338 H200 Z", main) +
  line("M300 320 Q310 206 400 206 Q490 206 500 320", rope, 24) +
  mirrored(circle(300, 322, 15, accent)) +
  path("M392 376 V520 H300 Q340 450 392 376 Z", main) +
  path("M408 400 V520 H486 Q460 450 408 400 Z", accent) +
  path("M292 532 H504 Q486 562 450 562 H340 Q306 562 292 532 Z", main);

export const deck = {
  knife,
  fids,
  ropeCoil,
  knotBoard,
  shackle,
  compass,
  binoculars,
  headlamp,
  dryBag,
  duffel,
  rucksack,
  tote,
} satisfies Record<string, Motif>;
