import { Box, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import classes from "./fact-list.module.css";

/** Names and what they stand for. Those without a value are left out. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box component="dl" className={classes["facts"] ?? ""}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <Fragment key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} size="sm" className={classes["value"] ?? ""}>
              {value}
            </Text>
          </Fragment>
        ))}
    </Box>
  );
}
