import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NO_TRACKING, type TypedTracking } from "./shipment.ts";

interface Props {
  value: readonly TypedTracking[];
  onChange(value: TypedTracking[]): void;
  /** By the path of a field, such as `tracking.0.url`. */
  errors: Record<string, ReactNode>;
  /** Where the form has the numbers. */
  path?: string;
  hasFocus?: boolean;
}

/** Tracking numbers with the carrier's page. Enter in a field sends the form. */
export function TrackingFields(props: Props) {
  const { value, onChange, errors, path = "tracking", hasFocus = true } = props;
  const { t } = useTranslation();
  const change = (index: number, part: Partial<TypedTracking>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <Stack gap="xs">
      {value.map(({ number, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
        <Group key={index} align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label={t("order.track.number")}
            miw={160}
            maxLength={255}
            data-autofocus={(hasFocus && index === 0) || undefined}
            value={number}
            onChange={({ currentTarget }) => change(index, { number: currentTarget.value })}
            error={errors[`${path}.${index}.number`]}
          />
          <TextInput
            label={t("order.track.link")}
            miw={160}
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={({ currentTarget }) => change(index, { url: currentTarget.value })}
            error={errors[`${path}.${index}.url`]}
          />
        </Group>
      ))}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange([...value, NO_TRACKING])}>
          {t("order.track.another")}
        </Button>
      </div>
    </Stack>
  );
}
