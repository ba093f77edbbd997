import type { Motif, Paint } from "./palette.ts";
import { circle, dashes, ellipse, faded, line, mirrored, path, rect } from "./shapes.ts";

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
