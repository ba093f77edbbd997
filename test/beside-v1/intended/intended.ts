import type { Difference } from "../difference.ts";
import { answers } from "./answers.ts";
import type { Asked, Intended } from "./asked.ts";
import { carts } from "./carts.ts";
import { catalogue } from "./catalogue.ts";
import { orders } from "./orders.ts";
import { peopleAndFiles } from "./people-and-files.ts";
import { requests } from "./requests.ts";
import { stock } from "./stock.ts";

/** All intended differences. The first that fits explains a difference. */
export const intended: readonly Intended[] = [
  ...requests,
  ...carts,
  ...catalogue,
  ...orders,
  ...stock,
  ...peopleAndFiles,
  ...answers,
];

/** The section that explains why the two answers are of different kinds. */
export const explainedAnswer = (asked: Asked): string | undefined =>
  intended.find(({ ofAnswer }) => ofAnswer?.(asked))?.section;

export const explainedPlace = (difference: Difference, asked: Asked): Intended | undefined =>
  intended.find(({ ofPlace }) => ofPlace?.(difference, asked));
