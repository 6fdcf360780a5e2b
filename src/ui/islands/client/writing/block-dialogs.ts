import { addressed, bracketed } from "#ui/islands/markdown-edits.ts";
import type { StoredFile } from "#ui/islands/parts.ts";
import { ask, askField } from "./ask.ts";
import { debounced, getJson, make } from "./dom.ts";
import { playerBlock, playerOf } from "./player.ts";
import { uploadPicture } from "./upload.ts";

type Of = { media: string; list: HTMLElement };
type Answer = { data: StoredFile[]; meta: { total: number } };
const WAIT_MS = 250;
const END = "row form-end";

/** Asks for a video or a file; resolves to the block of text that shows it, null when nothing was chosen. */
export const chooseBlock = (name: "video" | "file", of: Of): Promise<string | null> =>
	name === "video" ? chooseVideo() : chooseFile(of);

async function chooseVideo(): Promise<string | null> {
	const address = make("input", { class: "input", type: "text", inputmode: "url", autofocus: true });
	const words = make("input", { class: "input", type: "text" });
	const problem = make("p", { class: "error", role: "alert", hidden: true }, "請貼上 YouTube 或 Vimeo 影片的網址。");
	const asked = ask({
		title: "影片",
		body: (close) => [
			askField("影片的網址", address, "例如 https://youtu.be/M7lc1UVf-VE"),
			problem,
			askField("影片說明", words, "一句話說影片裡有什麼，讓聽不到或看不到的人知道。"),
			make(
				"div",
				{ class: END },
				make("button", { class: "btn primary", type: "submit" }, "插入影片"),
				make("button", { class: "btn", type: "button", click: close }, "取消"),
			),
		],
		check: () => {
			const isGood = playerOf(address.value) !== null;
			problem.hidden = isGood;
			address.setAttribute("aria-invalid", String(!isGood));
			if (!isGood) address.focus();
			return Promise.resolve(isGood);
		},
	});
	const player = (await asked.done) === "sent" ? playerOf(address.value) : null;
	return player && playerBlock(player, words.value);
}

async function chooseFile({ media, list: uploads }: Of): Promise<string | null> {
	let chosen: StoredFile | File | null = null;
	const input = make("input", { class: "drop-input", type: "file", id: "block-file" });
	const search = make("input", { class: "input", type: "search", placeholder: "檔名" });
	const list = make("ul", { class: "plain stack", "aria-label": "媒體庫的檔案" });
	const words = make("p", { class: "hint", role: "status" }, "載入中...");
	const asked = ask({
		title: "檔案",
		body: () => [
			make(
				"div",
				{ class: "drop" },
				make("label", { for: input.id }, make("span", { class: "link" }, "上傳檔案"), "，或拖曳到這裡"),
				input,
			),
			askField("從媒體庫選擇", search),
			list,
			words,
		],
	});
	const end = (what: StoredFile | File): void => {
		chosen = what;
		asked.end("sent");
	};
	input.addEventListener("change", () => {
		const [file] = input.files ?? [];
		if (file) end(file);
	});
	search.addEventListener("keydown", (event) => {
		if (event.key === "Enter") event.preventDefault();
	});
	let question = 0;
	const load = async (): Promise<void> => {
		const mine = ++question;
		const answer = await getJson<Answer>(media, { kind: "file", q: search.value.trim() });
		if (mine !== question) return;
		const row = (file: StoredFile): HTMLElement =>
			make("li", {}, make("button", { class: "btn quiet", type: "button", click: () => end(file) }, file.filename));
		list.replaceChildren(...(answer?.data ?? []).map(row));
		words.textContent = answer
			? answer.data.length > 0
				? `共 ${answer.meta.total} 個`
				: "沒有檔案"
			: "媒體庫暫時無法開啟";
	};
	search.addEventListener(
		"input",
		debounced(() => void load(), WAIT_MS),
	);
	void load();
	await asked.done;
	const file = chosen as StoredFile | File | null;
	const stored = file instanceof File ? await uploadPicture(file, { href: media, list: uploads, any: true }) : file;
	return stored && `[${bracketed(stored.filename)}](${addressed(stored.url)})`;
}
