import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { uploadFiles } from "../../../kit/inputs/upload-files.ts";

export function UploadButton() {
  const { t } = useTranslation();
  const api = useApi();
  const action = useAction(["media"]);
  const upload = (files: File[]) => {
    if (files.length > 0)
      void action.start({
        run: () => uploadFiles(api, files),
        done: t("media.uploaded", { count: files.length }),
      });
  };
  return (
    <FileButton onChange={upload} multiple inputProps={{ "aria-label": t("media.upload") }}>
      {(props) => (
        <Button {...props} loading={action.isPending} leftSection={<IconUpload size={16} aria-hidden />}>
          {t("media.upload")}
        </Button>
      )}
    </FileButton>
  );
}
