import { describe, expect, it } from "vitest";
import { cleanRichText, plainTextOf } from "./rich-text.ts";

describe("a description with formatting", () => {
  it("keeps headings, paragraphs, bold, italic, lists and links", () => {
    const html =
      '<h2>Care</h2><p>Wash <strong>cold</strong>, <em>gently</em>.</p><ul><li><p>No dryer</p></li></ul><p><a href="https://example.com/care">More</a></p>';
    expect(cleanRichText(html)).toBe(html);
  });

  it.each([
    ["<script>alert(1)</script><p>Hat</p>", "<p>Hat</p>"],
    ["<p onclick=alert(1) style='color:red' class=x id=y>Hat</p>", "<p>Hat</p>"],
    ['<a href="javascript:alert(1)">Hat</a>', "<a>Hat</a>"],
    ['<a href="JaVa\tScRiPt:alert(1)">Hat</a>', "<a>Hat</a>"],
    ['<a href="&#106;avascript:alert(1)">Hat</a>', "<a>Hat</a>"],
    ['<a href="data:text/html,<script>alert(1)</script>">Hat</a>', "<a>Hat</a>"],
    ['<a href="//evil.example">Hat</a>', "<a>Hat</a>"],
    ["<p>Hat<img src=x onerror=alert(1)></p>", "<p>Hat</p>"],
    ["<svg><script>alert(1)</script><p>in</p></svg><p>Hat</p>", "<p>Hat</p>"],
    ["<svg/onload=alert(1)><p>Hat</p>", null],
    ["<p>Hat</p><style>@import 'https://evil.example'</style>", "<p>Hat</p>"],
    ["<p>Hat</p><iframe srcdoc='<script>alert(1)</script>'></iframe>", "<p>Hat</p>"],
    ["<math><mtext><p>Hat</p></mtext></math>", null],
    ["<p>Hat<!-- <script>alert(1)</script> --></p>", "<p>Hat</p>"],
    ["<form action=https://evil.example><p>Hat</p></form>", "<p>Hat</p>"],
    [
      "<p>Hat</p><object data=x></object><embed src=x><base href=x><link rel=stylesheet href=x>",
      "<p>Hat</p>",
    ],
    ["<scr<script>ipt>alert(1)</scr</script>ipt><p>Hat</p>", "ipt&gt;alert(1)ipt&gt;<p>Hat</p>"],
  ])("becomes harmless: %s", (html, clean) => {
    expect(cleanRichText(html)).toBe(clean);
  });

  it("is the same when it is cleaned twice", () => {
    const once = cleanRichText("<div>Tom & Jerry <b>&lt;b&gt;</b></div><h1>Big</h1>")!;
    expect(once).toBe("<p>Tom &amp; Jerry <strong>&lt;b&gt;</strong></p><h2>Big</h2>");
    expect(cleanRichText(once)).toBe(once);
  });

  it("that says nothing is none", () => {
    for (const html of ["", "<p></p>", "<p><br></p>", "<script>1</script>"])
      expect(cleanRichText(html)).toBeNull();
  });

  it("has a plain text for clients that know no other", () => {
    const html =
      "<h2>Care</h2><p>Wash cold &amp; <strong>gently</strong>.<br />No dryer.</p><ul><li><p>Wool</p></li><li>Silk</li></ul><p>&lt;End&gt;</p>";
    expect(plainTextOf(html)).toBe("Care\n\nWash cold & gently.\nNo dryer.\n\n- Wool\n- Silk\n\n<End>");
  });
});
