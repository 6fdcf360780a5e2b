import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { plainText } from "#domain/content/content/text.ts";
import { segments } from "../../scripts/content/code.ts";
import { read, told } from "../support/sites.ts";

const REFERENCES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/** What a reader sees of text in Markdown: no tags, addresses, markers of lists and templates. */
const seen = (text: string): string =>
	text
		.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/gi, "")
		.replace(/^[*-] .*\n\{:toc\}/gm, "")
		.replace(/\{:[^}]*\}|^[ \t]*\{[^}\n]*\}[ \t]*$|(?<=^#+ .*)\{[#.][^}\n]*\}/gm, "")
		.replace(/^[ >]*\d+[.)](?=\s)/gm, "")
		.replace(/^ {0,3}\[(?!\^)[^\]\n]+\]:.*$/gm, "")
		.replace(/^\[\^[^\]]+\]:/gm, "NOTE ")
		.replace(/\[\^[^\]]+\]/g, "")
		.replace(/\]\([^()]*(?:\([^()]*\)[^()]*)*\)|\]\[[^\]]*\]/g, "]")
		.replace(/<\/?[a-z][^<>]*>/gi, "")
		.replace(/&#x?\w+;/g, "")
		.replace(/&(\w+);/g, (whole, name) => REFERENCES[name] ?? whole);

const code = (text: string): string =>
	text.replace(/^[ \t>]*(?:`{3,}|~{3,}).*$/gm, "").replace(/\{\{([<%])\s*\/\*|\*\/\s*([>%])\}\}/g, "");

/** Letters, digits and Chinese characters of a source file, in order. */
function wanted(source: string, isHtml: boolean): string[] {
	const body = source
		.replace(/^\ufeff/, "")
		.replace(/\r\n?/g, "\n")
		.replace(/^(---|\+\+\+)\n[\s\S]*?\n\1\n|^\{\n[\s\S]*?\n\}\n/, "");
	if (isHtml) return letters(seen(body));
	const parts = segments(body);
	const outside = parts
		.map(({ isCode, text }, index) => (isCode ? `\ue000${String.fromCodePoint(0xf0000 + index)}` : text))
		.join("");
	const text = seen(outside).replace(/\ue000(.)/gu, (_, mark) =>
		code(parts[(mark.codePointAt(0) ?? 0) - 0xf0000]?.text ?? ""),
	);
	// Notes stand below the text.
	const notes = text.match(NOTE) ?? [];
	return letters(text.replace(NOTE, "") + notes.map((note) => note.slice("NOTE ".length)).join(""));
}

const NOTE = /^NOTE .*$/gm;

const letters = (text: string): string[] =>
	text
		.normalize("NFC")
		.toLowerCase()
		.match(/[\p{L}\p{N}]/gu) ?? [];

/** What is not found in `have`, read in order; something may stand between, but no more than a paragraph. */
function lost(want: string[], have: string[]): string {
	let at = 0;
	let missing = "";
	for (const letter of want) {
		const found = have.indexOf(letter, at);
		if (found === -1 || found - at > 600) missing += letter;
		else at = found + 1;
	}
	return missing;
}

const SITES = [
	"test/fixtures/sites/jekyll-zh",
	"test/fixtures/sites/hugo-zh",
	"../shared/sites/jekyll-pdis",
	"../shared/sites/hugo-docs",
];

for (const folder of SITES) {
	test(`no text of ${folder} is lost`, {
		skip: existsSync(folder) ? false : `${folder} is not beside the project`,
	}, () => {
		const { site } = read(folder);
		for (const { source, bodyMarkdown } of [...site.articles, ...site.pages]) {
			const html = renderMarkdown(bodyMarkdown).html.replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, "$1");
			const missing = lost(
				wanted(readFileSync(join(folder, source.slice("x/".length)), "utf8"), source.endsWith(".html")),
				letters(plainText(html)),
			);
			assert.equal(missing, "", source);
		}
	});
}

test("the search for lost text finds a lost word", () => {
	assert.equal(lost(wanted("---\na: b\n---\n一二 **三** [四](x)", false), letters("一二四")), "三");
});

test("the two shared sites come over whole", {
	skip: existsSync("../shared/sites") ? false : "../shared/sites is not beside the project",
}, () => {
	const jekyll = read("../shared/sites/jekyll-pdis");
	assert.deepEqual(told(jekyll, "error"), []);
	const states = jekyll.site.articles.map(({ state }) => state);
	assert.deepEqual(
		[states.filter((state) => state === "published").length, states.filter((state) => state === "draft").length],
		[27, 1],
	);
	assert.deepEqual(
		jekyll.site.pages.map(({ path }) => path),
		["info/bluet", "opengov", "tools"],
	);
	assert.deepEqual(
		jekyll.site.categories.map(({ name }) => name),
		["blog", "project"],
	);

	const hugo = read("../shared/sites/hugo-docs");
	assert.deepEqual(told(hugo, "error"), []);
	assert.deepEqual([hugo.site.articles.length, hugo.site.pages.length, hugo.site.files.size], [0, 25, 9]);
	assert.deepEqual(
		hugo.site.pages
			.filter(({ parentPath }) => parentPath === null)
			.sort((a, b) => a.position - b.position)
			.map(({ path }) => path),
		["home", "about", "getting-started", "content-management", "host-and-deploy", "troubleshooting"],
	);
	const images = hugo.site.pages.flatMap(({ bodyMarkdown }) =>
		[...bodyMarkdown.matchAll(/!\[[^\]]*\]\(([^)\s]*)/g)].map(([, url = ""]) => url),
	);
	assert.deepEqual(
		images.filter((url) => !url.startsWith("/api/v1/attachments/")),
		[],
	);
});
