import { Bold } from "@tiptap/extension-bold";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { Italic } from "@tiptap/extension-italic";
import { Link } from "@tiptap/extension-link";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Text } from "@tiptap/extension-text";
import { UndoRedo } from "@tiptap/extensions";
import { EditorContent, useEditor } from "@tiptap/react";
import { useRef } from "react";
import styles from "./rich-text.module.css";
import { RichTextTools } from "./rich-text-tools.tsx";

interface Props {
  labelledBy: string;
  /** HTML. It is read once; another `key` begins anew. */
  value: string;
  mayEdit: boolean;
  onChange(html: string): void;
}

/** What the server allows in a description, and nothing else: what is pasted loses the rest. */
const EXTENSIONS = [
  ...[
    Document,
    Paragraph,
    Text,
    Bold,
    Italic,
    HardBreak,
    BulletList,
    OrderedList,
    ListItem,
    ListKeymap,
    UndoRedo,
  ],
  Heading.configure({ levels: [2, 3] }),
  Link.configure({
    openOnClick: false,
    autolink: true,
    protocols: ["http", "https", "mailto", "tel"],
    HTMLAttributes: { target: null, rel: null, class: null },
  }),
];

/** A text with headings, bold, italic, lists and links. */
export function RichTextInput({ labelledBy, value, mayEdit, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editable: mayEdit,
    // The page allows no styles but its own.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        class: styles["text"]!,
        ...(!mayEdit && { "aria-readonly": "true", tabindex: "0" }),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  });
  return (
    <div ref={frame} className={styles["frame"]}>
      {mayEdit && <RichTextTools editor={editor} frame={frame} />}
      <EditorContent editor={editor} />
    </div>
  );
}
