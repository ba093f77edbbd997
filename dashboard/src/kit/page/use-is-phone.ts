import { useMediaQuery } from "@mantine/hooks";

/** Where styles are not enough, because something else is shown. */
export const useIsPhone = (): boolean =>
  useMediaQuery("(max-width: 36em)", false, { getInitialValueInEffect: false });
