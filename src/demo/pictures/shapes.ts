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
