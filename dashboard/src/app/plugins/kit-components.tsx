import * as mantine from "@mantine/core";
import { Link as RouterLink } from "@tanstack/react-router";
import { FactList } from "../../kit/detail/fact-list.tsx";
import { StateBadge } from "../../kit/detail/state-badge.tsx";
import { useFormat } from "../../kit/format/format.ts";
import { NumberInput as ReadNumber } from "../../kit/inputs/number-input.tsx";
import { RowsTable } from "../../kit/list/rows-table.tsx";
import { Card } from "../../kit/page/section-card.tsx";
import { Loaded as LoadedPage, SectionPage } from "../../kit/page/section-page.tsx";
import type { Kit } from "../../kit/plugins/contract.ts";

/** The words of the contract for the looks of the components. */
const BUTTONS = {
  main: {},
  plain: { variant: "default" },
  harmful: { color: "red.8" },
} as const;
const NOTICES = {
  info: { color: "sea" },
  warning: { color: "yellow" },
  error: { color: "red", role: "alert" },
} as const;

const Button: Kit["Button"] = ({ kind = "main", isLoading, isDisabled, ...button }) => (
  <mantine.Button {...BUTTONS[kind]} loading={isLoading} disabled={isDisabled} {...button} />
);

const Link: Kit["Link"] = ({ to, children }) => (
  <mantine.Anchor renderRoot={(props) => <RouterLink {...props} to={to as "/"} />}>{children}</mantine.Anchor>
);

const Notice: Kit["Notice"] = ({ kind = "info", ...notice }) => (
  <mantine.Alert {...NOTICES[kind]} {...notice} />
);

const Text: Kit["Text"] = ({ isDimmed, isBold, children }) => (
  <mantine.Text {...(isDimmed && { c: "dimmed" })} {...(isBold && { fw: 600 })}>
    {children}
  </mantine.Text>
);

interface Changed {
  currentTarget: { value: string };
}

/** The fields have the value, not the event. */
const typed =
  (onChange: (value: string) => void) =>
  ({ currentTarget }: Changed) =>
    onChange(currentTarget.value);

const TextInput: Kit["TextInput"] = ({ onChange, isDisabled, ...field }) => (
  <mantine.TextInput {...field} disabled={isDisabled} onChange={typed(onChange)} />
);

const TextArea: Kit["TextArea"] = ({ onChange, isDisabled, ...field }) => (
  <mantine.Textarea {...field} autosize minRows={3} disabled={isDisabled} onChange={typed(onChange)} />
);

const NumberInput: Kit["NumberInput"] = ({ onChange, isDisabled, ...field }) => (
  <ReadNumber
    {...field}
    disabled={isDisabled}
    onChange={(value) => onChange(value === "" ? null : value)}
    {...(field.description === undefined && { description: undefined })}
  />
);

const Select: Kit["Select"] = ({ options, isDisabled, ...field }) => (
  <mantine.Select {...field} data={[...options]} disabled={isDisabled} />
);

const Checkbox: Kit["Checkbox"] = ({ value, onChange, isDisabled, ...field }) => (
  <mantine.Checkbox
    {...field}
    checked={value}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

const Money: Kit["Money"] = ({ amount, currency }) => <>{useFormat().money(amount, currency)}</>;

const Moment: Kit["Moment"] = ({ at, isDay }) => <>{useFormat()[isDay ? "date" : "time"](at)}</>;

export const kitComponents = {
  Badge: ({ color = "gray", children }) => <StateBadge color={color}>{children}</StateBadge>,
  Button,
  Card: ({ title, actions, children }) => (
    <Card title={title} aside={actions}>
      {children}
    </Card>
  ),
  Checkbox,
  Facts: FactList,
  Group: ({ gap = "sm", isSpread, children }) => (
    <mantine.Group gap={gap} {...(isSpread && { justify: "space-between" })}>
      {children}
    </mantine.Group>
  ),
  Link,
  Loaded: ({ of, children }) => (
    <LoadedPage of={of} isPart>
      {children}
    </LoadedPage>
  ),
  Moment,
  Money,
  Notice,
  NumberInput,
  Page: SectionPage,
  Select,
  Stack: ({ gap = "md", children }) => <mantine.Stack gap={gap}>{children}</mantine.Stack>,
  Table: RowsTable,
  Text,
  TextArea,
  TextInput,
} satisfies Partial<Kit>;
