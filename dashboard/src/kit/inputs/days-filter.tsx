import type { Filter } from "../list/filters.tsx";
import { type TextKey, useSay } from "../list/use-say.ts";
import { PeriodInput } from "./period-input.tsx";

/** A period, or from one day to another. The fields for dates are large, so it is not beside the other filters. */
export const daysFilter = (label: TextKey): Filter<{ from?: string; to?: string }> =>
  function DaysFilter({ search: { from, to }, change }) {
    const say = useSay();
    return (
      <PeriodInput
        label={say(label)}
        from={from}
        to={to}
        onChange={(period) => change({ from: undefined, to: undefined, ...period })}
      />
    );
  };
