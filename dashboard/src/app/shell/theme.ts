import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const sea: MantineColorsTuple = [
  "#e9f7f9",
  "#d5ebef",
  "#a9d7df",
  "#79c2ce",
  "#54b0c0",
  "#3da5b8",
  "#2e9fb4",
  "#1f8a9e",
  "#0f7a8d",
  "#0f4c5c",
];

export const theme = createTheme({
  primaryColor: "sea",
  primaryShade: 8,
  // Black text on a filled part where white text could be read less well.
  autoContrast: true,
  luminanceThreshold: 0.18,
  colors: { sea },
  defaultRadius: "md",
  // A user who has set less motion in the system gets none.
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  components: {
    // Words, not shouts, and never cut off.
    Badge: { defaultProps: { tt: "none", fw: 500 }, styles: { label: { overflow: "visible" } } },
    // The title of a dialog is not the header of the page.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    // Links are read as well in the row that the mouse is at.
    Table: { defaultProps: { highlightOnHoverColor: "var(--color-row-hovered)" } },
    // A table that is wider than the screen is scrolled with the keyboard, too.
    TableScrollContainer: { defaultProps: { tabIndex: 0 } },
  },
  headings: { fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif", fontWeight: "650" },
});

/** The usual colours of secondary text and errors have too little contrast. */
export const colorVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": colors.gray[7],
    "--mantine-color-placeholder": colors.gray[7],
    "--mantine-color-error": colors.red[9],
    "--color-good": colors.green[9],
    "--color-row-hovered": colors.gray[1],
  },
  dark: {
    "--mantine-color-dimmed": colors.dark[1],
    "--mantine-color-placeholder": colors.dark[1],
    "--mantine-color-error": colors.red[4],
    "--color-good": colors.green[4],
    "--color-row-hovered": colors.dark[6],
  },
});
