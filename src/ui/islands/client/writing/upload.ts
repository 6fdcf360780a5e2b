import { HEIC, sendForm } from "#ui/islands/client/sending.ts";
import type { StoredFile } from "#ui/islands/parts.ts";
import { isPicture } from "#ui/islands/quirks.ts";
import { shrink } from "#ui/islands/shrink.ts";
import { iconButton, make, say } from "./dom.ts";

type Uploaded = { file: StoredFile } | { problem: string } | { problem: null };

/**
 * Sends a file to the media library at `href`; resolves to the stored file or to why it was not stored, null when
 * cancelled.
 */
async function send(
	href: string,
	file: File,
	of: { progress: (part: number) => void; signal: AbortSignal },
): Promise<Uploaded> {
	const body = new FormData();
	body.set("file", file);
	const sent = await sendForm(href, body, of);
	if ("problem" in sent) return sent;
	const stored = storedIn(sent.answer);
	return stored ? { file: stored } : { problem: "伺服器暫時無法收下檔案，請稍後再試" };
}

/** Returns the stored file that the library's answer describes; undefined when it describes none. */
function storedIn(answer: unknown): StoredFile | undefined {
	const { data } = (answer ?? {}) as { data?: StoredFile };
	return data?.id ? data : undefined;
}

/**
 * Adds a line with a file's name to the list of uploads under a field. Returns functions that remove it, show the
 * progress (0 to 1), and show a problem, which stays until the user closes it.
 */
function lineIn(list: HTMLElement, name: string, { giveUp, isInText }: { giveUp: () => void; isInText: boolean }) {
	const bar = make("progress", { max: "1", value: "0", "aria-label": `${name}上傳進度` });
	const words = make("span", { class: "upload-words" }, "準備中");
	const close = iconButton("x", `取消上傳 ${name}`, giveUp);
	const line = make("li", { class: `upload${isInText ? " in-text" : ""}` }, make("b", {}, name), bar, words, close);
	list.append(line);
	list.hidden = false;
	const end = () => {
		line.remove();
		list.hidden = list.children.length === 0;
	};
	return {
		end,
		progress(part: number) {
			bar.value = part;
			words.textContent = part < 1 ? `${Math.floor(part * 100)}%` : "處理中";
		},
		fail(problem: string) {
			bar.remove();
			line.classList.remove("in-text");
			line.classList.add("failed");
			words.textContent = `沒有上傳：${problem}。`;
			close.replaceWith(iconButton("x", `關閉 ${name} 的訊息`, end));
			say(`${name}沒有上傳：${problem}。`);
		},
	};
}

/** Whoever shows an upload elsewhere, too; `failed` says whether it does that: then nothing stays in the list. */
export type Watch = {
	progress: (part: number) => void;
	failed: (problem: string) => boolean;
	cancelled: AbortController;
};

/**
 * Makes a picture small enough and sends it to the media library at `href`, showing its progress in `list`. Returns
 * null when the upload was cancelled or failed; a failure stays in the list until the user closes it. `any` also takes
 * other files, unchanged.
 */
export async function uploadPicture(
	file: File,
	{ href, list, any = false, watch }: { href: string; list: HTMLElement; any?: boolean; watch?: Watch },
): Promise<StoredFile | null> {
	const asked = watch?.cancelled ?? new AbortController();
	const line = lineIn(list, file.name, { giveUp: () => asked.abort(), isInText: watch !== undefined });
	const progress = (part: number): void => {
		line.progress(part);
		watch?.progress(part);
	};
	const outcome = await outcomeOf(file, { href, any, signal: asked.signal, progress });
	if ("file" in outcome) {
		line.end();
		say(`${file.name}已上傳`);
		return outcome.file;
	}
	if (outcome.problem === null) line.end();
	else if (watch?.failed(outcome.problem)) {
		line.end();
		say(`${file.name}沒有上傳：${outcome.problem}。`);
	} else line.fail(outcome.problem);
	return null;
}

type Sending = { href: string; any: boolean; signal: AbortSignal; progress: (part: number) => void };
async function outcomeOf(file: File, { href, any, signal, progress }: Sending): Promise<Uploaded> {
	if (!isPicture(file)) return any ? send(href, file, { progress, signal }) : { problem: "這不是圖片" };
	const ready = await shrink(file);
	if (ready === null) return { problem: HEIC };
	return signal.aborted ? { problem: null } : send(href, ready, { progress, signal });
}
