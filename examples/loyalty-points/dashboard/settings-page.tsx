import { useState } from "react";
import {
  Button,
  Card,
  Checkbox,
  Group,
  Loaded,
  NumberInput,
  Page,
  Select,
  Stack,
  Text,
  useAction,
  useApi,
  useMay,
  useRead,
  useTexts,
} from "tradewind/dashboard";

interface Rate {
  currency_code: string;
  spend: number;
  worth: number;
}

interface Settings {
  program: { expire_after_months: number; reward_days: number; mail_language: string };
  rates: Rate[];
}

interface Store {
  store: { currencies: { code: string }[] };
}

export default function SettingsPage() {
  const t = useTexts();
  const settings = useRead<Settings>("/admin/loyalty/settings");
  const store = useRead<Store>("/admin/store", { expand: "currencies", fields: "id" });
  return (
    <Page title={t("Loyalty points")} text={t("settings.text")}>
      <Loaded of={settings}>
        {(stored) => (
          <Loaded of={store}>
            {(answer) => (
              <Form
                key={JSON.stringify(stored)}
                stored={stored}
                currencies={answer.store.currencies.map(({ code }) => code)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function Form({ stored, currencies }: { stored: Settings; currencies: string[] }) {
  const t = useTexts();
  const api = useApi();
  const mayWrite = useMay()("settings:write");
  const { isPending, start } = useAction();
  const [program, setProgram] = useState(stored.program);
  const [rates, setRates] = useState(stored.rates);
  const setRate = (code: string, changes: Partial<Rate>) =>
    setRates((known) => known.map((rate) => (rate.currency_code === code ? { ...rate, ...changes } : rate)));
  const setUsed = (code: string, isUsed: boolean) =>
    setRates((known) =>
      isUsed
        ? [...known, { currency_code: code, spend: 100, worth: 1 }]
        : known.filter((rate) => rate.currency_code !== code),
    );
  const save = () =>
    start({ run: () => api.post("/admin/loyalty/settings", { program, rates }), done: t("Saved") });
  return (
    <Stack>
      <Card title={t("Program")}>
        <Stack>
          <NumberInput
            label={t("Expires after, in months without an order")}
            value={program.expire_after_months}
            onChange={(months) => setProgram({ ...program, expire_after_months: months ?? 1 })}
            min={1}
            max={120}
          />
          <NumberInput
            label={t("A code is valid for, in days")}
            value={program.reward_days}
            onChange={(days) => setProgram({ ...program, reward_days: days ?? 1 })}
            min={1}
            max={3650}
          />
          <Select
            label={t("Language of mails")}
            value={program.mail_language}
            onChange={(language) => setProgram({ ...program, mail_language: language ?? "en" })}
            options={[
              { value: "en", label: "English" },
              { value: "de", label: "Deutsch" },
            ]}
          />
        </Stack>
      </Card>
      <Card title={t("Rates")}>
        <Stack>
          <Text isDimmed>{t("rates.text")}</Text>
          {[...new Set([...currencies, ...rates.map((rate) => rate.currency_code)])].sort().map((code) => {
            const rate = rates.find((each) => each.currency_code === code);
            return (
              <Stack key={code} gap="xs">
                <Checkbox
                  label={`${code.toUpperCase()}: ${t("Points in this currency")}`}
                  value={rate !== undefined}
                  onChange={(isUsed) => setUsed(code, isUsed)}
                />
                {rate && (
                  <Group>
                    <NumberInput
                      label={`${t("Amount that earns one point")} (${code.toUpperCase()})`}
                      value={rate.spend}
                      onChange={(spend) => setRate(code, { spend: spend ?? 1 })}
                      min={1}
                    />
                    <NumberInput
                      label={`${t("Worth of one point")} (${code.toUpperCase()})`}
                      value={rate.worth}
                      onChange={(worth) => setRate(code, { worth: worth ?? 1 })}
                      min={1}
                    />
                  </Group>
                )}
              </Stack>
            );
          })}
        </Stack>
      </Card>
      {mayWrite && (
        <Group>
          <Button isLoading={isPending} onClick={() => void save()}>
            {t("Save")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
