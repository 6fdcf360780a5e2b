import type { Pictures } from "#ui/islands/client/writing/rich/picture-address.ts";
import type { Edit, Selected } from "#ui/islands/markdown-edits.ts";
import * as edits from "#ui/islands/markdown-edits.ts";
import type { Parts } from "#ui/islands/parts.ts";
import { composing, isPicture } from "#ui/islands/quirks.ts";
import { lengthOf, lengthWords } from "#ui/islands/reading.ts";
import { type ArticleView, articleView } from "./article-view.ts";
import { debounced, find, say } from "./dom.ts";
import type { Field } from "./field.ts";
import { picturesOf, pictureText, uploadAll } from "./placing.ts";
import { playerBlock, playerOf } from "./player.ts";
import { previews } from "./preview.ts";
import { rove } from "./rove.ts";
import { settled } from "./typing.ts";

type Props = Parts["markdown-editor"];
type Editor = {
	root: HTMLElement;
	area: HTMLTextAreaElement;
	props: Props;
	article: ArticleView;
	pictures: Pictures;
};

const COUNT_MS = 600;
const TABLE = "| 欄一 | 欄二 |\n| --- | --- |\n| 內容 | 內容 |";

/** The tools of the editor that only change the text. */
const TOOLS: Record<string, (selected: Selected) => Edit> = {
	h2: (selected) => edits.headed(selected, 2),
	h3: (selected) => edits.headed(selected, 3),
	bold: (selected) => edits.wrapped(selected, "**", "粗體字"),
	italic: (selected) => edits.wrapped(selected, "*", "強調"),
	bullets: edits.bulleted,
	numbers: edits.numbered,
	quote: edits.quoted,
	table: (selected) => edits.block(selected, TABLE, [2, 4]),
	rule: (selected) => edits.block(selected, "---"),
};
const IN_CELLS = new Set(["bold", "italic"]);
const KEYS: Record<string, string> = { b: "bold", i: "italic", k: "link" };

/**
 * Adds the editor's tools to a plain textarea. The browser still handles typing, undo and the input method; no script
 * holds the text.
 */
export default function start(root: HTMLElement, props: Props): void {
	const area = find<HTMLTextAreaElement>(root, "textarea");
	const pictures = picturesOf(root, props);
	const article: ArticleView = articleView(root, area, {
		pictures,
		use: (name, isOver) => void use(editor, name, isOver),
	});
	const editor: Editor = { root, props, area, pictures, article };
	const pane = find(root, ".pane-write");
	rove(find(root, "[role=toolbar]"));
	for (const tools of [find(root, "[role=toolbar]"), document.querySelector(".ed-bar")])
		tools?.addEventListener("click", ({ target }) => {
			const name = target instanceof Element && target.closest<HTMLElement>("[data-tool]")?.dataset.tool;
			if (name) void use(editor, name);
		});
	area.addEventListener("keydown", (event) => continues(editor, event));
	pane.addEventListener("keydown", (event) => pressed(editor, event));
	pane.addEventListener("paste", (event) => pasted(editor, event), true);
	pane.addEventListener("dragover", (event) => {
		if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
	});
	pane.addEventListener(
		"drop",
		(event) => {
			const dropped = [...(event.dataTransfer?.files ?? [])].filter(isPicture);
			if (dropped.length === 0) return;
			taken(event);
			editor.article.field().stand?.(event);
			void uploadAll(editor, dropped);
		},
		true,
	);
	const count = debounced(() => {
		find(document, "[data-length]").textContent = lengthWords(lengthOf(area.value));
	}, COUNT_MS);
	area.addEventListener("input", count);
	previews(editor);
}

/** Uses a tool; `isOver` in place of what is selected. */
async function use(editor: Editor, name: string, isOver = false): Promise<void> {
	await settled();
	const edit = TOOLS[name];
	const field = editor.article.field();
	const isOfBlocks = (edit !== undefined && !IN_CELLS.has(name)) || name === "video" || name === "file";
	if (field.cell && isOfBlocks) return say("表格的格子裡只能有文字、連結和圖片");
	if (!field.cell && field.tool?.(name, isOver)) return;
	if (edit) return field.apply(edit(field.selected()));
	if (name === "undo") field.undo();
	else if (name === "link") await addLink(editor, isOver);
	else if (name === "video" || name === "file") await addBlock(editor, name);
	else if (name === "picture") await addPicture(editor, isOver);
}

/** Opens the link dialog with the selected words, or with the link around the caret, and inserts the answer. */
async function addLink({ article, props }: Editor, isOver: boolean): Promise<void> {
	const field = article.field();
	const selected = field.selected();
	const at = edits.linkAt(selected);
	const { from, to } = at ?? selected;
	const words = isOver ? "" : (at?.words ?? selected.text.slice(from, to));
	const { chooseLink } = await import("./link-dialog.ts");
	const link = await chooseLink({ links: props.links, words, href: at?.href ?? "" });
	const insert = link && `[${edits.bracketed(link.words)}](${edits.addressed(link.href)})`;
	if (insert) field.apply({ from, to, insert });
	else field.focus();
}

/** Puts a video or a file there, which its dialog asks for. */
async function addBlock({ article, props, root }: Editor, name: "video" | "file"): Promise<void> {
	const field = article.field();
	const { chooseBlock } = await import("./block-dialogs.ts");
	const words = await chooseBlock(name, { media: props.media, list: find(root, ".uploads") });
	if (words) field.apply(edits.block(field.selected(), words));
	else field.focus();
}

async function addPicture(editor: Editor, isOver: boolean): Promise<void> {
	const { props } = editor;
	const field = editor.article.field();
	const { choosePicture } = await import("./picture-dialog.ts");
	const chosen = await choosePicture({ media: props.media, upload: true });
	if (chosen === null) field.focus();
	else if ("files" in chosen) await uploadAll(editor, chosen.files, isOver);
	else field.apply(edits.block(field.selected(), pictureText(chosen.picture)));
}

function pressed(editor: Editor, event: KeyboardEvent): void {
	if (composing(event) || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
	if (isBeside(editor, event)) return;
	const name = KEYS[event.key.toLowerCase()];
	if (!name) return;
	event.preventDefault();
	void use(editor, name);
}

/** Goes on with a list or a quotation in the plain field when Enter is pressed. */
function continues({ article }: Editor, event: KeyboardEvent): void {
	if (composing(event) || event.key !== "Enter" || event.altKey || event.shiftKey || event.ctrlKey || event.metaKey)
		return;
	const field = article.field();
	const edit = edits.continued(field.selected());
	if (!edit) return;
	event.preventDefault();
	field.apply(edit);
}

/** Matches HTML copied from Word, Google Docs or a web page whose formatting is worth converting to Markdown. */
const RICH = /<(?:h[1-6]|strong|b|em|i|a|ul|ol|li|blockquote|table)[\s>]/i;

function pasted(editor: Editor, event: ClipboardEvent): void {
	const { clipboardData } = event;
	if (!clipboardData || isBeside(editor, event)) return;
	const html = clipboardData.getData("text/html");
	const plain = clipboardData.getData("text/plain");
	const pictures = [...clipboardData.files].filter(isPicture);
	const field = editor.article.field();
	// Word puts a picture of copied words beside the words.
	if (pictures.length > 0 && plain.trim() === "") {
		taken(event);
		void uploadAll(editor, pictures);
	} else if (field.cell !== undefined && isSheet({ html, plain })) {
		taken(event);
		void pasteSheet(field, { html, plain });
	} else if (linkPasted(field, plain.trim()) || videoPasted(field, plain.trim())) taken(event);
	else if (RICH.test(html)) {
		taken(event);
		void pasteRich(field, { html, plain });
	}
}

/** Makes the selected words a link to an address that is pasted over them; says whether it did. */
function linkPasted(field: Field, address: string): boolean {
	const { text, from, to } = field.selected();
	const words = text.slice(from, to);
	const isWords = words.trim() !== "" && !/[\n[\]`]|^https?:/i.test(words);
	if (!isWords || !/^https?:\/\/[^\s<>"]+$/i.test(address)) return false;
	field.apply({ from, to, insert: `[${words}](${edits.addressed(address)})` });
	return true;
}

/** Puts the player of a video there whose address is pasted into an empty paragraph of 文章; says whether it did. */
function videoPasted(field: Field, address: string): boolean {
	const selected = field.selected();
	const { text, from, to } = selected;
	const isAlone = from === to && /(?:^|\n)[ \t]*$/.test(text.slice(0, from)) && /^[ \t]*(?:\n|$)/.test(text.slice(to));
	const player = field.tool && !field.cell && isAlone ? playerOf(address) : null;
	if (player) field.apply(edits.block(selected, playerBlock(player, "")));
	return player !== null;
}

/** Whether something happens in a field of its own over the text, such as that of 尋找; a cell is of the text. */
const isBeside = ({ area }: Editor, { target }: Event): boolean =>
	target instanceof HTMLInputElement ||
	(target instanceof HTMLTextAreaElement && target !== area && target.closest(".table-block") === null);

type Copied = { html: string; plain: string };

/** Whether a clipboard may hold cells of a spreadsheet: a table, or lines with tabs alone. */
const isSheet = ({ html, plain }: Copied): boolean =>
	/<table[\s>]/i.test(html) || (html === "" && /^[^\t\r\n]*\t/.test(plain));

/** Puts cells of a spreadsheet into the cells of a table, or into the text as a new one. */
async function pasteSheet(field: Field, copied: Copied): Promise<void> {
	const { sheetOf } = await import("./sheet.ts");
	const sheet = sheetOf(copied);
	const { from, to } = field.selected();
	if (!sheet) await pasteRich(field, copied);
	else if (sheet.rows.flat().length === 1) field.apply({ from, to, insert: sheet.rows[0]?.[0] ?? "" });
	else if (field.cell) field.cell.fill(sheet.rows);
	else if (sheet.rows.some(({ length }) => length > 1)) field.apply(edits.block(field.selected(), sheet.table));
	else await pasteRich(field, copied);
}

/** Keeps an event from whoever else would put its data into the text. */
function taken(event: Event): void {
	event.preventDefault();
	event.stopPropagation();
}

async function pasteRich(field: Field, { html, plain }: Copied): Promise<void> {
	const { from, to } = field.selected();
	const insert = await import("./rich-text.ts").then(({ markdownOf }) => markdownOf(html)).catch(() => plain);
	if (insert || plain) field.apply({ from, to, insert: insert || plain });
}
