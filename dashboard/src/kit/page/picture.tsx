import { Avatar } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";

/** A small picture of goods, where there is place for it. Without one, a picture in outline: the component alone draws a person. */
export const Picture = ({ src }: { src: string | null | undefined }) => (
  <Avatar src={src ?? null} radius="sm" alt="" visibleFrom="xs">
    <IconPhoto size={20} aria-hidden />
  </Avatar>
);
