import { Image, ThemeIcon } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";

/** A small picture beside a title that says what it shows. */
export function Thumbnail({ url, size = 40 }: { url: string | null | undefined; size?: number }) {
  if (url) return <Image src={url} alt="" w={size} h={size} fit="cover" radius="sm" flex="none" />;
  return (
    <ThemeIcon size={size} variant="light" color="gray" radius="sm" flex="none">
      <IconPhoto size={size / 2} stroke={1.4} aria-hidden />
    </ThemeIcon>
  );
}
