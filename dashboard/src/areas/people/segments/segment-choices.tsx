import { MultiSelect, Select, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { findGroups } from "../../../data/people/people-choices.ts";
import { findTags, listTags } from "../../../data/people/tag-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { groupsQuery } from "../customers/customer-queries.ts";
import type { SegmentEdit } from "./segment-values.ts";

const CONSENTS = ["email_yes", "email_no", "sms_yes", "sms_no"] as const;

/** Who the customers are. */
export function SegmentChoices({ edit: { form } }: { edit: SegmentEdit }) {
  const { t } = useTranslation();
  const api = useApi();
  const { countries } = useCountries();
  const known = useKnown();
  const tags = { searchKey: ["tags", "customer"], find: (text: string) => findTags(api, "customer", text) };
  const groups = { searchKey: ["customer-groups"], find: (text: string) => findGroups(api, text) };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <FoundMultiSelect
        label={t("segments.tagsAny")}
        {...tags}
        known={known.tags}
        {...form.getInputProps("tagsAny")}
      />
      <FoundMultiSelect
        label={t("segments.tagsNone")}
        {...tags}
        known={known.tags}
        {...form.getInputProps("tagsNone")}
      />
      <FoundMultiSelect
        label={t("segments.groupsAny")}
        {...groups}
        known={known.groups}
        {...form.getInputProps("groupsAny")}
      />
      <FoundMultiSelect
        label={t("segments.groupsNone")}
        {...groups}
        known={known.groups}
        {...form.getInputProps("groupsNone")}
      />
      <MultiSelect
        label={t("segments.countries")}
        data={countries}
        searchable
        {...form.getInputProps("countries")}
      />
      <Select
        label={t("segments.account")}
        placeholder={t("segments.any")}
        data={[
          { value: "account", label: t("customers.hasAccount") },
          { value: "guest", label: t("customers.guest") },
        ]}
        clearable
        value={form.values.account || null}
        onChange={(value) => form.setFieldValue("account", (value ?? "") as never)}
      />
      <Select
        label={t("segments.consent")}
        placeholder={t("segments.any")}
        data={CONSENTS.map((value) => ({ value, label: t(`segments.consents.${value}`) }))}
        clearable
        value={form.values.consent || null}
        onChange={(value) => form.setFieldValue("consent", (value ?? "") as never)}
      />
    </SimpleGrid>
  );
}

const MOST = 1_000;

/** The names of what is chosen already. */
function useKnown() {
  const api = useApi();
  const { data: tags } = useQuery({
    queryKey: ["tags", "customer", "all"],
    queryFn: () => listTags(api, "customer", { limit: MOST }),
  });
  const { data: groups } = useQuery(groupsQuery(api));
  const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  return { tags: (tags?.tags ?? []).map(choice), groups: (groups?.customer_groups ?? []).map(choice) };
}
