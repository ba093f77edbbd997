import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <Stack aria-busy="true">
      <VisuallyHidden role="status">{t("state.loading")}</VisuallyHidden>
      <Skeleton h={32} w={240} />
      <Skeleton h={320} />
    </Stack>
  );
}
