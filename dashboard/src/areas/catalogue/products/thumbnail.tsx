import { IconPhoto } from "@tabler/icons-react";
import styles from "./thumbnail.module.css";

/** A small picture beside a title that says what it shows. Those below the screen are loaded when they come near it. */
export function Thumbnail({ url, size = 40 }: { url: string | null | undefined; size?: number }) {
  if (url)
    return (
      <img
        src={url}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className={styles["picture"]}
      />
    );
  return (
    <span className={styles["none"]} style={{ width: size, height: size }}>
      <IconPhoto size={size / 2} stroke={1.4} aria-hidden />
    </span>
  );
}
