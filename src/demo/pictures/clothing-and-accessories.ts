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

const sleeve = "M276 246 L214 282 Q164 400 150 560 Q188 586 232 578 Q246 470 288 392 Z";
const torso = "M282 240 Q400 290 518 240 L552 268 L556 612 Q400 640 244 612 L248 268 Z";

const jacket: Motif = ({ main, shade, light, accent, ink, paper }) =>
  mirrored(path(sleeve, shade) + path("M158 500 Q196 518 240 510 L236 544 Q192 552 153 532 Z", accent)) +
  path(torso, main) +
  path("M400 274 Q470 270 518 240 L552 268 L556 612 Q480 628 400 627 Z", shade) +
  faded(0.45, path("M400 274 Q470 270 518 240 L552 268 L556 612 Q480 628 400 627 Z", main)) +
  path("M306 190 Q400 150 494 190 L512 262 Q400 306 288 262 Z", light) +
  ellipse([400, 206, 74, 30], ink) +
  path("M330 214 Q400 252 470 214 L482 262 Q400 294 318 262 Z", main) +
  mirrored(path("M274 470 h96 v26 q-48 14 -96 0 Z", shade) + circle(322, 488, 6, accent)) +
  line("M400 290 V622", paper, 9) +
  rect([393, 292, 14, 30, 5], accent) +
  path("M246 330 H554 V352 H246 Z", accent);

const smock: Motif = ({ main, shade, light, accent, ink, rope }) =>
  mirrored(path(sleeve, shade) + path("M152 536 Q192 556 236 548 L232 578 Q188 586 150 560 Z", light)) +
  path(torso, main) +
  path("M300 262 Q284 150 400 142 Q516 150 500 262 Q400 312 300 262 Z", shade) +
  path("M330 252 Q320 182 400 176 Q480 182 470 252 Q400 286 330 252 Z", ink) +
  path("M318 250 Q400 312 482 250 L474 292 Q400 330 326 292 Z", light) +
  mirrored(line("M372 306 Q366 350 372 386", rope, 7) + circle(372, 392, 9, rope)) +
  path("M292 440 H508 L524 560 Q400 580 276 560 Z", shade) +
  path("M292 440 H508 L512 470 Q400 484 288 470 Z", light) +
  rect([440, 500, 40, 26, 4], accent);

const vest: Motif = ({ main, shade, light, accent, ink, paper }) =>
  path(
    "M296 226 Q300 330 250 372 L246 610 Q400 640 554 610 L550 372 Q500 330 504 226 Q400 270 296 226 Z",
    main,
  ) +
  [350, 414, 478, 542].map((y) => line(`M252 ${y + 30} Q400 ${y + 56} 548 ${y + 30}`, shade, 10)).join("") +
  path("M300 176 Q400 148 500 176 L508 246 Q400 290 292 246 Z", light) +
  ellipse([400, 192, 78, 26], ink) +
  path("M326 200 Q400 236 474 200 L484 250 Q400 282 316 250 Z", main) +
  mirrored(line("M276 486 L316 560", accent, 12)) +
  line("M400 266 V622", paper, 9) +
  rect([393, 276, 14, 30, 5], accent);

const sweaterShape = ({ main, shade, light, ink }: Paint) =>
  mirrored(path(sleeve, shade) + path("M152 536 Q192 556 236 548 L232 582 Q188 592 148 566 Z", light)) +
  path(torso, main) +
  path("M244 582 Q400 610 556 582 L556 616 Q400 644 244 616 Z", light) +
  ellipse([400, 246, 86, 34], ink);

const cable = (x: number, reach: number) =>
  `M${x} 336 q${reach} 20 0 40 q${-reach} 20 0 40 q${reach} 20 0 40 q${-reach} 20 0 40 q${reach} 20 0 40 q${-reach} 20 0 40`;

const sweater: Motif = (paint) =>
  sweaterShape(paint) +
  path("M306 240 Q400 314 494 240 L506 262 Q400 346 294 262 Z", paint.light) +
  [300, 400, 500]
    .map((x) => line(cable(x, 30), paint.shade, 9) + line(cable(x, -30), paint.light, 9))
    .join("") +
  mirrored(dashes("M350 340 V584 M264 340 V584", paint.shade, 5, "12 10"));

const rollNeck: Motif = (paint) =>
  sweaterShape(paint) +
  path("M316 178 Q400 156 484 178 L498 262 Q400 306 302 262 Z", paint.light) +
  ellipse([400, 184, 82, 24], paint.shade) +
  line("M310 216 Q400 246 490 216", paint.shade, 6) +
  [330, 372, 414, 456, 498, 540].map((y) => dashes(`M256 ${y} H544`, paint.shade, 6, "16 14")).join("");

const sleeveStripes =
  "M215 306 L256 318 M200 346 L252 362 M186 392 L250 410 M176 440 L248 458 M168 488 L244 504 M162 536 L234 548";

const breton: Motif = ({ main, shade, light, accent, ink }) =>
  mirrored(path(sleeve, shade) + line(sleeveStripes, accent, 13)) +
  path(torso, main) +
  [334, 382, 430, 478, 526, 574]
    .map((y) => path(`M247 ${y} Q400 ${y + 24} 553 ${y} v18 Q400 ${y + 42} 247 ${y + 18} Z`, accent))
    .join("") +
  path("M300 236 Q400 300 500 236 L518 240 Q400 330 282 240 Z", light) +
  ellipse([400, 246, 90, 26], ink);

const trousers: Motif = ({ main, shade, light, accent, brass }) =>
  path("M278 180 H522 L566 640 H436 L404 350 H396 L364 640 H234 Z", main) +
  path("M400 350 V180 H522 L566 640 H436 L404 350 Z", shade) +
  faded(0.6, path("M400 350 V180 H522 L566 640 H436 L404 350 Z", main)) +
  path("M276 176 H524 L528 222 H272 Z", light) +
  mirrored(
    rect([304, 168, 16, 60, 4], shade) +
      line("M280 236 Q300 300 346 306", shade, 7) +
      path("M236 614 H367 L364 640 H234 Z", light),
  ) +
  line("M400 224 V340", shade, 6) +
  circle(400, 200, 12, brass) +
  rect([480, 246, 26, 8, 3], accent);

export const clothing = { jacket, smock, vest, sweater, rollNeck, breton, trousers } satisfies Record<
  string,
  Motif
>;

const beanie: Motif = ({ main, shade, light, accent }) =>
  path("M222 500 Q210 220 400 210 Q590 220 578 500 Z", main) +
  [280, 340, 400, 460, 520]
    .map((x) => line(`M${x} 480 Q${x + (400 - x) * 0.25} 320 ${400 + (x - 400) * 0.3} 232`, shade, 9))
    .join("") +
  rect([200, 452, 400, 124, 34], light) +
  [244, 296, 348, 400, 452, 504, 556].map((x) => line(`M${x} 474 V554`, main, 9)).join("") +
  rect([446, 494, 84, 46, 5], accent);

const cap: Motif = ({ main, shade, light, accent, brass }) =>
  path("M208 470 Q200 250 390 240 Q566 246 572 470 Z", main) +
  path("M390 240 Q566 246 572 470 H470 Q480 310 390 240 Z", shade) +
  line("M390 244 Q300 300 304 462", shade, 6) +
  path("M196 452 Q390 410 584 452 L588 498 Q390 458 192 498 Z", accent) +
  path("M200 492 Q390 450 590 494 Q670 520 676 566 Q520 520 360 548 Q250 566 200 492 Z", shade) +
  path("M200 492 Q390 450 590 494 Q650 512 668 544 Q510 506 356 530 Q250 546 200 492 Z", light) +
  circle(390, 240, 14, accent) +
  circle(232, 474, 11, brass) +
  circle(548, 474, 11, brass);

const rainHat: Motif = ({ main, shade, light, ink, brass }) =>
  path(
    "M150 520 Q240 420 400 420 Q560 420 690 580 Q600 610 520 572 Q400 520 270 566 Q190 588 150 520 Z",
    shade,
  ) +
  path("M252 470 Q246 238 400 230 Q554 238 548 470 Q400 520 252 470 Z", main) +
  path("M400 230 Q554 238 548 470 Q480 494 400 496 Q450 360 400 230 Z", light) +
  line("M400 234 Q340 350 350 490", shade, 6) +
  path("M250 446 Q400 500 550 446 L550 478 Q400 532 250 478 Z", ink) +
  line("M176 526 Q270 446 400 446 Q540 446 650 566", light, 7) +
  circle(296, 420, 10, brass) +
  circle(296, 384, 10, brass);

const glove = ({ main, shade, light, accent }: Paint) =>
  path("M262 390 Q212 340 190 356 Q172 372 200 414 L262 506 Z", shade) +
  [258, 302, 346, 390].map((x, i) => rect([x, [268, 236, 246, 286][i] ?? 250, 40, 190, 20], main)).join("") +
  path("M258 380 H430 V560 Q344 580 258 560 Z", main) +
  path("M284 420 Q344 400 404 420 V506 Q344 526 284 506 Z", light) +
  path("M254 552 Q344 574 434 552 L440 636 Q344 656 248 636 Z", accent) +
  line("M252 590 Q344 612 436 590", shade, 7);

const gloves: Motif = (paint) =>
  group("translate(118 -26) rotate(14 400 440)", group("matrix(-1 0 0 1 760 0)", glove(paint))) +
  group("translate(-58 0) rotate(-8 340 440)", glove(paint));

const boot = ({ main, shade, light, accent, ink }: Paint) =>
  path("M280 190 Q350 172 424 190 L428 460 Q470 500 556 520 Q604 536 600 596 H276 Q262 520 280 440 Z", main) +
  path("M280 190 Q312 180 340 180 Q330 420 338 596 H276 Q262 520 280 440 Z", shade) +
  path("M274 590 H604 V622 Q604 634 590 634 H398 L386 622 H366 L358 634 H286 Q272 634 272 620 Z", ink) +
  path("M274 572 H602 V592 H274 Z", accent) +
  path("M276 184 Q350 164 428 184 L430 236 Q350 220 276 236 Z", light) +
  line("M440 478 Q478 508 556 528", light, 9);

const boots: Motif = (paint) =>
  group("translate(52 -24)", faded(0.85, boot(paint))) + group("translate(-62 14)", boot(paint));

const shoe = ({ main, shade, light, rope, paper, woodShade }: Paint) =>
  path("M196 470 Q186 410 240 402 Q330 440 410 388 Q470 430 560 462 Q618 484 612 548 H200 Z", main) +
  path("M196 470 Q186 410 240 402 Q272 416 306 420 L300 548 H200 Z", shade) +
  path("M262 414 Q340 440 410 388 L442 408 Q390 456 290 452 Z", woodShade) +
  path("M190 540 H616 V572 Q616 586 600 586 H206 Q190 586 190 570 Z", paper) +
  path("M190 560 H616 V572 Q616 586 600 586 H206 Q190 586 190 570 Z", rope) +
  [0, 34, 68]
    .map((x) => line(`M${408 + x} ${424 + x * 0.4} L${440 + x} ${404 + x * 0.55}`, paper, 9))
    .join("") +
  line("M210 470 Q300 500 404 470", light, 7);

const deckShoes: Motif = (paint) =>
  group("translate(34 -112) scale(.94)", faded(0.9, shoe(paint))) + group("translate(-20 28)", shoe(paint));

const sock = ({ main, shade, light, accent }: Paint) =>
  path(
    "M300 180 H428 V430 Q430 470 490 520 Q540 570 496 618 Q450 650 396 600 L312 516 Q292 490 296 450 Z",
    main,
  ) +
  path("M300 180 H428 V252 H300 Z", light) +
  [318, 340, 362, 384, 406].map((x) => line(`M${x} 196 V240`, shade, 5)).join("") +
  path("M297 330 H428 V356 H297 Z", accent) +
  path("M297 376 H428 V390 H297 Z", accent) +
  path("M296 446 Q362 450 372 500 Q366 540 338 542 L312 516 Q292 490 296 450 Z", shade) +
  path("M490 520 Q540 570 496 618 Q470 636 440 628 Q432 560 490 520 Z", light);

const socks: Motif = (paint) =>
  group("translate(70 -18)", faded(0.85, sock(paint))) + rotated(4, group("translate(-58 8)", sock(paint)));

export const accessories = { beanie, cap, rainHat, gloves, boots, deckShoes, socks } satisfies Record<
  string,
  Motif
>;
