import { circle, dashes, ellipse, faded, group, line, type Motif, mirrored, path, rect } from "./drawing.ts";

const tent: Motif = ({ main, shade, light, accent, ink, glow, woodShade }) =>
  line("M400 230 L120 650 M400 230 L680 650", woodShade, 6) +
  path("M400 220 L650 640 H150 Z", main) +
  path("M400 220 L650 640 H520 Z", shade) +
  path("M400 220 L150 640 H260 Z", light) +
  path("M400 330 L500 640 H300 Z", ink) +
  path("M400 380 L470 640 H330 Z", glow) +
  path("M400 330 L300 640 H268 Q350 500 400 330 Z", shade) +
  path("M400 330 L500 640 H532 Q450 500 400 330 Z", light) +
  line("M400 220 V170", woodShade, 8) +
  path("M402 166 L462 184 L402 206 Z", accent) +
  mirrored(circle(128, 648, 8, woodShade));

const hammock: Motif = ({ main, shade, light, accent, rope, wood, woodShade, paper }) =>
  mirrored(
    rect([118, 170, 54, 480, 14], wood) +
      rect([118, 170, 20, 480, 10], woodShade) +
      line("M150 300 Q200 330 236 392", rope, 9) +
      line("M150 300 Q220 310 262 360", rope, 6),
  ) +
  path("M222 380 Q400 470 578 380 Q560 560 400 570 Q240 560 222 380 Z", main) +
  group("rotate(28 304 424)", ellipse([304, 424, 56, 30], paper)) +
  path("M222 380 Q400 590 578 380 Q560 560 400 570 Q240 560 222 380 Z", shade) +
  line("M240 430 Q400 580 560 430", accent, 10) +
  line("M262 474 Q400 592 538 474", light, 10) +
  dashes("M300 562 Q400 590 500 562", accent, 26, "5 9");

const sleepingBag: Motif = ({ main, shade, light, accent, ink, paper }) =>
  path(
    "M250 270 Q260 150 400 146 Q540 150 550 270 L572 420 Q560 560 500 640 Q400 664 300 640 Q240 560 228 420 Z",
    main,
  ) +
  path("M400 146 Q540 150 550 270 L572 420 Q560 560 500 640 Q450 653 400 653 Z", shade) +
  faded(0.55, path("M400 146 Q540 150 550 270 L572 420 Q560 560 500 640 Q450 653 400 653 Z", main)) +
  [360, 424, 488, 552, 608]
    .map((y, i) =>
      line(
        `M${[240, 236, 248, 268, 288][i]} ${y} Q400 ${y + 36} ${[560, 564, 552, 532, 512][i]} ${y}`,
        shade,
        8,
      ),
    )
    .join("") +
  ellipse([400, 250, 108, 76], ink) +
  ellipse([400, 262, 92, 58], light) +
  path("M318 262 Q400 220 482 262 Q470 312 400 316 Q330 312 318 262 Z", paper) +
  line("M510 300 Q540 420 480 560", accent, 9);

const stove: Motif = ({ main, shade, accent, ink, steel, steelShade, brass, flame, glow }) =>
  path("M262 250 H538 V390 Q538 416 512 416 H288 Q262 416 262 390 Z", steelShade) +
  path("M262 240 H538 V380 Q538 406 512 406 H288 Q262 406 262 380 Z", steel) +
  rect([246, 226, 308, 26, 12], steelShade) +
  line("M538 290 Q640 280 640 330", ink, 15) +
  circle(400, 214, 16, ink) +
  path("M400 424 Q356 470 400 512 Q446 470 400 424 Z", flame) +
  mirrored(
    path("M340 430 Q310 470 340 506 Q372 470 340 430 Z", flame) +
      path("M342 456 Q328 480 342 502 Q358 480 342 456 Z", glow) +
      line("M270 420 L330 520", ink, 13),
  ) +
  path("M400 456 Q380 486 400 508 Q420 486 400 456 Z", glow) +
  rect([322, 506, 156, 24, 10], brass) +
  path(
    "M300 548 Q300 530 330 528 H470 Q500 530 500 548 V624 Q500 646 470 646 H330 Q300 646 300 624 Z",
    main,
  ) +
  rect([300, 560, 200, 34, 0], accent) +
  path("M452 528 H470 Q500 530 500 548 V624 Q500 646 470 646 H452 Z", shade);

const bottle: Motif = ({ main, shade, light, accent, steel, steelShade, ink, paper }) =>
  line("M366 176 Q366 128 400 128 Q434 128 434 176", ink, 15) +
  rect([344, 166, 112, 62, 14], ink) +
  rect([352, 226, 96, 34, 0], steelShade) +
  path(
    "M352 250 H448 Q452 300 500 330 Q512 342 512 370 V610 Q512 646 476 648 H324 Q288 646 288 610 V370 Q288 342 300 330 Q348 300 352 250 Z",
    main,
  ) +
  path(
    "M448 250 Q452 300 500 330 Q512 342 512 370 V610 Q512 646 476 648 H450 Q468 460 440 330 Q420 300 424 250 Z",
    shade,
  ) +
  line("M320 370 V560", light, 13) +
  rect([288, 604, 224, 14, 0], steel) +
  line("M350 450 q17 -22 34 0 t34 0 t34 0", paper, 10) +
  line("M350 484 q17 -22 34 0 t34 0 t34 0", accent, 10);

const mug: Motif = ({ main, shade, light, accent, ink, paper }) =>
  faded(0.5, line("M350 240 Q320 200 350 164 M420 240 Q390 190 424 144", "#fff", 15)) +
  line("M536 350 Q650 340 640 440 Q630 530 528 530", shade, 34) +
  line("M536 344 Q644 336 634 436 Q624 520 528 522", main, 24) +
  path("M226 290 H556 L540 600 Q536 644 490 646 H292 Q246 644 242 600 Z", main) +
  path("M470 290 H556 L540 600 Q536 644 490 646 H440 Q480 470 470 290 Z", shade) +
  ellipse([391, 290, 166, 36], light) +
  ellipse([391, 294, 146, 26], ink) +
  line("M226 290 A166 36 0 0 0 556 290", accent, 11) +
  line("M276 360 L286 590", light, 13) +
  line("M360 424 V560 M322 512 Q330 560 360 564 Q390 560 398 512 M336 452 H384", paper, 12) +
  circle(360, 410, 15, paper);

export const shore = { tent, hammock, sleepingBag, stove, bottle, mug } satisfies Record<string, Motif>;
