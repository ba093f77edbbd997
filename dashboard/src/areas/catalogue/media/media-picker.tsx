import { Button, Checkbox, Group, Image, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPhotoSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { useIsPhone } from "../../../kit/page/use-is-phone.ts";
import { PICKED_PAGE, pickedMediaQuery } from "./media-queries.ts";

/** A button that opens the library; the chosen pictures are returned in the order of the choice. */
export function MediaPicker({ onChoose }: { onChoose(urls: string[]): void }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPhotoSearch size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t("media.choose")}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t("media.chooseTitle")}
        size="xl"
        fullScreen={isPhone}
        closeButtonProps={{ "aria-label": t("form.close") }}
      >
        <Choice
          onChoose={(urls) => {
            onChoose(urls);
            setOpened(false);
          }}
        />
      </Modal>
    </>
  );
}

function Choice({ onChoose }: { onChoose(urls: string[]): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string[]>([]);
  const { data } = useQuery(pickedMediaQuery(useApi(), q, page));
  const toggle = (url: string) =>
    setChosen((known) => (known.includes(url) ? known.filter((each) => each !== url) : [...known, url]));
  return (
    <Stack>
      <TextInput
        label={t("products.find")}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPage(1);
        }}
        data-autofocus
      />
      {data?.count === 0 && <Text>{t(q ? "media.noneFound" : "media.none")}</Text>}
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {(data?.media ?? []).map(({ id, url, name }) => (
          <Checkbox.Card
            key={id}
            checked={chosen.includes(url)}
            onClick={() => toggle(url)}
            p="xs"
            aria-label={name}
          >
            <Image src={url} alt="" h={110} fit="contain" />
            <Group gap={6} mt={6} wrap="nowrap">
              <Checkbox.Indicator />
              <Text size="xs" truncate>
                {name}
              </Text>
            </Group>
          </Checkbox.Card>
        ))}
      </SimpleGrid>
      <ListFooter count={data?.count} pageSize={PICKED_PAGE} page={page} onPage={setPage}>
        {t("media.count", { count: data?.count ?? 0 })}
      </ListFooter>
      <Group>
        <Button disabled={chosen.length === 0} onClick={() => onChoose(chosen)}>
          {t("media.add", { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  );
}
