import { Code } from "@mantine/core";

interface Props {
  label: string;
  value: unknown;
}

/** Data as it is. Long data scrolls by itself, also with the keyboard. */
export function JsonView({ label, value }: Props) {
  return (
    <Code block mah={360} className="scrolls" tabIndex={0} role="group" aria-label={label}>
      {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
    </Code>
  );
}
