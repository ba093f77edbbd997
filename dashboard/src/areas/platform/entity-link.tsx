import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { pageOfEntity, shortId } from "./page-of-entity.ts";

/** The id of an object, as a link if it has a page. */
export function EntityLink({ id }: { id: string | null | undefined }) {
  const page = pageOfEntity(id);
  if (!id) return "–";
  return page ? (
    <Anchor
      size="sm"
      className="nowrap"
      title={id}
      renderRoot={(props) => <Link {...props} to={page as "/"} />}
    >
      {shortId(id)}
    </Anchor>
  ) : (
    <Text component="span" size="sm" className="nowrap" title={id}>
      {shortId(id)}
    </Text>
  );
}
