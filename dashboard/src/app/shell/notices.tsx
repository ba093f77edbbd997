import { MantineThemeProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useTranslation } from "react-i18next";

/** Short messages in the free part of the header, where they cover nothing. Their close button has a name. */
export function Notices() {
  const { t } = useTranslation();
  const Notification = { defaultProps: { closeButtonProps: { "aria-label": t("form.close") } } };
  return (
    <MantineThemeProvider inherit theme={{ components: { Notification } }}>
      <Notifications position="top-center" autoClose={4_000} />
    </MantineThemeProvider>
  );
}
