import { Anchor, List, Paper, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";

/** For a shop that has sold nothing yet. */
export function FirstSteps() {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        {t("home.firstSteps.title")}
      </Title>
      <Text mb="sm">{t("home.firstSteps.text")}</Text>
      <List type="ordered">
        {may("products:write") && (
          <List.Item>
            <Anchor component={Link} to="/products">
              {t("home.firstSteps.products")}
            </Anchor>
          </List.Item>
        )}
        {may("settings:write") && (
          <List.Item>
            <Anchor component={Link} to="/settings">
              {t("home.firstSteps.settings")}
            </Anchor>
          </List.Item>
        )}
        <List.Item>
          <Anchor href="../docs">{t("home.firstSteps.storefront")}</Anchor>
        </List.Item>
      </List>
    </Paper>
  );
}
