import type { Filter } from "../list/filters.tsx";
import { type TextKey, useSay } from "../list/use-say.ts";
import { DaysInput } from "./date-inputs.tsx";

/** From one day to another. The fields for dates are large, so it is not beside the other filters. */
export const daysFilter = (label: TextKey): Filter<{ from?: string; to?: string }> =>
  function DaysFilter({ search, change }) {
    const say = useSay();
    return (
      <DaysInput
        label={say(label)}
        value={[search.from ?? null, search.to ?? null]}
        onChange={([from, to]) => change({ from, to })}
        clearable
        w={{ base: "100%", sm: 230 }}
      />
    );
  };
