import { Radio, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { type Decision, decisionsFor } from "./exchange-actions.ts";

interface Props {
  due: number;
  value: Decision | null;
  /** The code of the gift card that pays. */
  giftCard: string;
  onChange(changed: { decision?: Decision; giftCard?: string }): void;
}

const EXPLAINED = ["link", "gift_card", "credited"] as const;
const explained = (decision: Decision) => EXPLAINED.find((each) => each === decision);

/** What happens to the difference of a swap. */
export function DecisionChoice({ due, value, giftCard, onChange }: Props) {
  const { t } = useTranslation();
  const decisions = decisionsFor(due, useMay());
  if (decisions.length === 0) return null;
  const chosen = value ?? decisions[0]!;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t("flow.settle.question")}
        value={chosen}
        onChange={(decision) => onChange({ decision: decision as Decision })}
      >
        <Stack gap="xs" mt={4}>
          {decisions.map((each) => {
            const help = explained(each);
            return (
              <Radio
                key={each}
                value={each}
                label={t(`flow.settle.${each}`)}
                {...(help && { description: t(`flow.settle.help.${help}`) })}
              />
            );
          })}
        </Stack>
      </Radio.Group>
      {chosen === "gift_card" && (
        <TextInput
          label={t("flow.settle.code")}
          value={giftCard}
          onChange={({ currentTarget }) => onChange({ giftCard: currentTarget.value })}
          autoComplete="off"
          maw={320}
          required
        />
      )}
    </Stack>
  );
}
