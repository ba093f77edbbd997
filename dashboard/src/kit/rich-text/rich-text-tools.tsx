import { ActionIcon, Button, Group, Popover, TextInput } from "@mantine/core";
import {
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnlink,
} from "@tabler/icons-react";
import { type Editor, useEditorState } from "@tiptap/react";
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import styles from "./rich-text.module.css";

interface Props {
  editor: Editor;
  /** What has the text in it. The text itself is there only while it is mounted. */
  frame: RefObject<HTMLElement | null>;
}

export function RichTextTools({ editor, frame }: Props) {
  const { t } = useTranslation();
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive("bold"),
      italic: now.isActive("italic"),
      heading: now.isActive("heading", { level: 2 }),
      subheading: now.isActive("heading", { level: 3 }),
      bullets: now.isActive("bulletList"),
      numbers: now.isActive("orderedList"),
      link: now.isActive("link"),
    }),
  });
  const then = () => editor.chain().focus();
  return (
    <Group gap={2} role="toolbar" aria-label={t("richText.tools")} className={styles["tools"]}>
      <Tool
        label={t("richText.bold")}
        keys="Control+B"
        isOn={is.bold}
        onClick={() => then().toggleBold().run()}
      >
        <IconBold size={18} aria-hidden />
      </Tool>
      <Tool
        label={t("richText.italic")}
        keys="Control+I"
        isOn={is.italic}
        onClick={() => then().toggleItalic().run()}
      >
        <IconItalic size={18} aria-hidden />
      </Tool>
      <Tool
        label={t("richText.heading")}
        keys="Control+Alt+2"
        isOn={is.heading}
        onClick={() => then().toggleHeading({ level: 2 }).run()}
      >
        <IconH2 size={18} aria-hidden />
      </Tool>
      <Tool
        label={t("richText.subheading")}
        keys="Control+Alt+3"
        isOn={is.subheading}
        onClick={() => then().toggleHeading({ level: 3 }).run()}
      >
        <IconH3 size={18} aria-hidden />
      </Tool>
      <Tool
        label={t("richText.bullets")}
        keys="Control+Shift+8"
        isOn={is.bullets}
        onClick={() => then().toggleBulletList().run()}
      >
        <IconList size={18} aria-hidden />
      </Tool>
      <Tool
        label={t("richText.numbers")}
        keys="Control+Shift+7"
        isOn={is.numbers}
        onClick={() => then().toggleOrderedList().run()}
      >
        <IconListNumbers size={18} aria-hidden />
      </Tool>
      <LinkTool editor={editor} frame={frame} isOn={is.link} />
      {is.link && (
        <Tool label={t("richText.unlink")} isOn={false} onClick={() => then().unsetLink().run()}>
          <IconUnlink size={18} aria-hidden />
        </Tool>
      )}
    </Group>
  );
}

/** A button above the text. A popover at it gives it further properties. */
interface ToolProps extends ComponentProps<"button"> {
  label: string;
  /** What does the same in the text: `Control+B`. */
  keys?: string;
  isOn: boolean;
  onClick(): void;
  children: ReactNode;
}

const Tool = ({ label, keys, isOn, children, ...button }: ToolProps) => (
  <ActionIcon
    {...button}
    variant={isOn ? "light" : "subtle"}
    color={isOn ? undefined : "gray"}
    size="lg"
    aria-label={label}
    aria-pressed={isOn}
    aria-keyshortcuts={keys}
    title={keys ? `${label} (${keys.replace("Control", "Ctrl")})` : label}
  >
    {children}
  </ActionIcon>
);

const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?!\/))\S+$/i;

function LinkTool({ editor, frame, isOn }: Props & { isOn: boolean }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [address, setAddress] = useState("");
  const [isTried, setIsTried] = useState(false);
  const open = () => {
    setAddress((editor.getAttributes("link")["href"] as string | undefined) ?? "");
    setIsTried(false);
    setOpened(true);
  };
  useLinkKey(frame, open);
  const set = () => {
    setIsTried(true);
    const href = address.trim();
    if (!ADDRESS.test(href)) return;
    setOpened(false);
    // The caret is behind the link then: the next key must not replace it.
    const { to } = editor.state.selection;
    editor.chain().focus().extendMarkRange("link").setLink({ href }).setTextSelection(to).run();
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus width={280}>
      <Popover.Target>
        <Tool label={t("richText.link")} keys="Control+K" isOn={isOn} onClick={open}>
          <IconLink size={18} aria-hidden />
        </Tool>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label={t("richText.address")}
          placeholder={t("richText.addressHint")}
          error={isTried && !ADDRESS.test(address.trim()) && t("richText.wrongAddress")}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            set();
          }}
          data-autofocus
        />
        <Button mt="sm" size="xs" onClick={set}>
          {t("richText.setLink")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Ctrl-K in the text is for a link, elsewhere for the search. */
function useLinkKey(frame: RefObject<HTMLElement | null>, open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    open();
  });
  useEffect(() => {
    const text = frame.current;
    text?.addEventListener("keydown", onKey);
    return () => text?.removeEventListener("keydown", onKey);
  }, [frame]);
}
