import { Type } from "typebox";
import { optional } from "../../../http/routes.ts";
import { MAX_DAYS, namedPeriods, type PeriodQuery } from "./period.ts";

const date = (description: string) => optional(Type.String({ description, examples: ["2026-11-17"] }));

export const periodParameters = {
  period: optional(
    Type.Unsafe<NonNullable<PeriodQuery["period"]>>({
      type: "string",
      enum: [...namedPeriods],
      description:
        "`today`, or so many days up to and including today; without `from` and `to` the last 30 days.",
    }),
  ),
  from: date(`The first day, such as 2026-11-01. At most ${MAX_DAYS} days are answered.`),
  to: date("The last day; today if only `from` is sent."),
  timezone: optional(
    Type.String({
      maxLength: 64,
      default: "UTC",
      description: "Whose days are meant: the IANA name of a time zone, such as Europe/Berlin.",
    }),
  ),
};

export const moment = (description: string) => Type.String({ format: "date-time", description });

export const periodSchema = Type.Object({
  from: Type.String({ description: "The first day." }),
  to: Type.String({ description: "The last day." }),
  starts_at: moment("When the first day begins in the time zone."),
  ends_at: moment("What happened at this moment or later does not count."),
});
