import { Input, Skeleton } from "@mantine/core";
import { lazy, Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";

interface Props {
  /** HTML. */
  value: string;
  onChange(html: string): void;
}

/** The editor is large: it comes after the page. */
const RichTextInput = lazy(() =>
  import("../../../../kit/rich-text/rich-text-input.tsx").then((module) => ({
    default: module.RichTextInput,
  })),
);

export function DescriptionField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const mayEdit = useMay()("products:write");
  return (
    <Input.Wrapper label={t("product.fields.description")} labelElement="div" labelProps={{ id }}>
      <Suspense fallback={<Skeleton h={180} mt={4} />}>
        <RichTextInput labelledBy={id} value={value} mayEdit={mayEdit} onChange={onChange} />
      </Suspense>
    </Input.Wrapper>
  );
}
