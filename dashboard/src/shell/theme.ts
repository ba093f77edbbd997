import { createTheme, type MantineColorsTuple } from "@mantine/core";

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
  primaryShade: { light: 8, dark: 6 },
  colors: { sea },
  defaultRadius: "md",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: { fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif", fontWeight: "650" },
});
