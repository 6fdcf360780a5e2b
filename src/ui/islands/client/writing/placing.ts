/** Pictures that are put into a text: each has a mark there while it is sent, which becomes the picture. */

import { uploadMark } from "#domain/content/content/unsent.ts";
import type { Pictures } from "#ui/islands/client/writing/rich/picture-address.ts";
import { block, bracketed } from "#ui/islands/markdown-edits.ts";
import type { Parts, StoredFile } from "#ui/islands/parts.ts";
import type { ArticleView } from "./article-view.ts";
import { find } from "./dom.ts";
import { settled } from "./typing.ts";
import { type Upload, Uploads } from "./uploads.ts";

type Editor = { root: HTMLElement; props: Parts["markdown-editor"]; article: ArticleView; pictures: Pictures };

/** Returns what pictures need that are shown in a text. */
export function picturesOf(root: HTMLElement, { media }: Parts["markdown-editor"]): Pictures {
	const upload = async (file: File) => {
		const { uploadPicture } = await import("./upload.ts");
		return uploadPicture(file, { href: media, list: find(root, ".uploads") });
	};
	return { media, uploads: new Uploads(), upload };
}

export const pictureText = ({ alt, url }: StoredFile): string => `![${bracketed(alt)}](${url})`;

let count = 0;

/** Returns a mark that stands nowhere in a text yet: a draft may hold one that was never sent. */
function markOf({ name }: File, text: string): string {
	let mark: string;
	do mark = uploadMark(bracketed(name), ++count);
	while (text.includes(mark));
	return mark;
}

/** Uploads pictures. Each gets its mark in the text at once, in their order; `isOver` in place of what is selected. */
export async function uploadAll(editor: Editor, files: readonly File[], isOver = false): Promise<void> {
	await settled();
	const field = editor.article.field();
	const { text, from, to } = field.selected();
	const sent = files.map((file) => ({ file, mark: markOf(file, text) }));
	const marks = sent.map(({ mark }) => mark).join("\n\n");
	const edit = block({ text, from: isOver ? from : to, to }, marks);
	let left = sent.length;
	/** What to take away with a mark that becomes no picture: the last one goes with what parts the block from the rest. */
	const wholes = (mark: string): string[] => {
		const all = --left === 0 ? [edit.insert.replace(marks, () => mark)] : [];
		return [...all, `${mark}\n\n`, `\n\n${mark}`, mark];
	};
	const sending = sent.map((one) => send(editor, { ...one, wholes }));
	field.apply(edit);
	await Promise.all(sending);
}

type Sending = { file: File; mark: string; wholes: (mark: string) => string[] };

async function send(editor: Editor, sending: Sending): Promise<void> {
	const { article, pictures, props, root } = editor;
	const { file, mark } = sending;
	const cancelled = new AbortController();
	const again = () => void send(editor, sending);
	const tell = (of: Partial<Upload>) =>
		pictures.uploads.tell(mark, { part: 0, cancel: () => cancelled.abort(), again, ...of });
	tell({});
	/** Where the text is shown as it means, the mark itself says what went wrong. */
	let isTold = false;
	const failed = (problem: string): boolean => {
		isTold = article.isShown() && article.field().selected().text.includes(mark);
		tell({ problem });
		return isTold;
	};
	const { uploadPicture } = await import("./upload.ts");
	const watch = { cancelled, failed, progress: (part: number) => tell({ part }) };
	const stored = await uploadPicture(file, { href: props.media, list: find(root, ".uploads"), watch });
	await settled();
	const field = article.field();
	if (stored) {
		const done = pictureText(stored);
		await field.exchange(mark, done);
		tell({ part: 1, done, again: () => void article.field().exchange(mark, done) });
	} else if (!isTold) {
		const { text } = field.selected();
		await field.exchange(sending.wholes(mark).find((one) => text.includes(one)) ?? mark, "");
	}
}
