import { useState } from "react";
import {
  Button,
  Checkbox,
  Group,
  Loaded,
  Page,
  Select,
  Stack,
  TextInput,
  useAction,
  useApi,
  useMay,
  useRead,
  useTexts,
} from "tradewind/dashboard";

interface Settings {
  buyers_only: boolean;
  notify_email: string | null;
  mail_language: string;
}

export default function SettingsPage() {
  const t = useTexts();
  const read = useRead<Settings>("/admin/reviews/settings");
  return (
    <Page title={t("Reviews")} text={t("settings.text")}>
      <Loaded of={read}>{(stored) => <Form key={JSON.stringify(stored)} stored={stored} />}</Loaded>
    </Page>
  );
}

function Form({ stored }: { stored: Settings }) {
  const t = useTexts();
  const api = useApi();
  const mayWrite = useMay()("settings:write");
  const { isPending, start } = useAction();
  const [settings, setSettings] = useState(stored);
  const save = () => start({ run: () => api.post("/admin/reviews/settings", settings), done: t("Saved") });
  return (
    <Stack>
      <Checkbox
        label={t("Only customers who bought a product may review it")}
        value={settings.buyers_only}
        onChange={(buyers_only) => setSettings({ ...settings, buyers_only })}
      />
      <TextInput
        label={t("Mail about new reviews to")}
        description={t("Empty: no mail is sent.")}
        value={settings.notify_email ?? ""}
        onChange={(email) => setSettings({ ...settings, notify_email: email.trim() || null })}
      />
      <Select
        label={t("Language of mails")}
        value={settings.mail_language}
        onChange={(language) => setSettings({ ...settings, mail_language: language ?? "en" })}
        options={[
          { value: "en", label: "English" },
          { value: "de", label: "Deutsch" },
        ]}
      />
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
