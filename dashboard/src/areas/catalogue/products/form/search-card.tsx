import { Paper, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "../../../../kit/page/section-card.tsx";
import type { CardProps } from "./basics-card.tsx";

/** As much as search engines usually show. */
const SHOWN_TITLE = 60;
const SHOWN_TEXT = 160;

const shortened = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;

const textOf = (html: string) =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|h\d|li)>/g, " "), "text/html")
    .body.textContent?.replace(/\s+/g, " ")
    .trim() ?? "";

export function SearchCard({ draft, onChange }: CardProps) {
  const { t } = useTranslation();
  const length = (text: string, advised: number) =>
    text ? t("product.searchLength", { count: text.length, advised }) : t("product.searchHint");
  return (
    <Card title={t("product.search")}>
      <TextInput
        label={t("product.fields.seo_title")}
        description={length(draft.seo_title, SHOWN_TITLE)}
        maxLength={255}
        value={draft.seo_title}
        onChange={({ currentTarget }) => onChange({ seo_title: currentTarget.value })}
      />
      <Textarea
        label={t("product.fields.seo_description")}
        description={length(draft.seo_description, SHOWN_TEXT)}
        autosize
        minRows={2}
        maxLength={1_000}
        value={draft.seo_description}
        onChange={({ currentTarget }) => onChange({ seo_description: currentTarget.value })}
      />
      <Paper withBorder p="sm" component="section" aria-label={t("product.searchPreview")}>
        <Text size="sm" c="dimmed">
          {t("product.searchPreview")}
        </Text>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {shortened(draft.seo_title || draft.title || t("product.untitled"), SHOWN_TITLE)}
        </Text>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {shortened(draft.seo_description || textOf(draft.rich_description), SHOWN_TEXT)}
        </Text>
      </Paper>
    </Card>
  );
}
