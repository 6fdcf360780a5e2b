import type { StoredFile } from "#ui/islands/parts.ts";
import { ask, askField } from "./ask.ts";
import { debounced, drawIcon, getJson, make, staffFile } from "./dom.ts";

type Answer = { data: StoredFile[]; meta: { current_page: number; last_page: number; total: number } };
/** A picture of the media library, or files to be uploaded; null when the user cancelled. */
export type Chosen = { picture: StoredFile } | { files: File[] } | null;

const WAIT_MS = 250;

const sheet = (media: string, picture: StoredFile, choose: () => void): HTMLElement =>
	make(
		"li",
		{},
		make(
			"button",
			{ class: "library-pick", type: "button", click: choose },
			make("img", { src: staffFile(media, picture), alt: "", loading: "lazy", decoding: "async" }),
			make("span", {}, picture.alt || picture.filename),
		),
	);

/** Asks for a picture: from the media library, with a search, or with `upload` also new files; `isOne` takes one alone. */
export async function choosePicture({
	media,
	upload,
	isOne = false,
}: {
	media: string;
	upload: boolean;
	isOne?: boolean;
}): Promise<Chosen> {
	let chosen: Chosen = null;
	const search = make("input", { class: "input", type: "search", placeholder: "檔名或替代文字" });
	const list = make("ul", { class: "library plain", "aria-label": "媒體庫的圖片" });
	const words = make("p", { class: "hint", role: "status" }, "載入中...");
	const more = make("button", { class: "btn s", type: "button", hidden: true }, "載入更多");
	const input = make("input", {
		class: "drop-input",
		type: "file",
		accept: "image/*",
		multiple: !isOne,
		id: "library-files",
	});
	const drop = make(
		"div",
		{ class: "drop" },
		drawIcon("upload"),
		make("label", { for: input.id }, make("span", { class: "link" }, "上傳圖片"), "，或拖曳到這裡"),
		input,
	);
	const asked = ask({
		title: "圖片",
		wide: true,
		body: () => [...(upload ? [drop] : []), askField("從媒體庫選擇", search), list, words, more],
	});
	const end = (what: Chosen) => {
		chosen = what;
		asked.end("sent");
	};
	input.addEventListener("change", () => {
		const files = [...(input.files ?? [])];
		if (files.length > 0) end({ files });
	});
	search.addEventListener("keydown", (event) => {
		if (event.key === "Enter") event.preventDefault();
	});
	let page = 1;
	let question = 0;
	const load = async (next: number) => {
		const mine = ++question;
		const answer = await getJson<Answer>(media, { kind: "picture", q: search.value.trim(), page: String(next) });
		if (mine !== question) return;
		page = next;
		const sheets = (answer?.data ?? []).map((picture) => sheet(media, picture, () => end({ picture })));
		if (next === 1) list.replaceChildren(...sheets);
		else list.append(...sheets);
		const total = answer?.meta.total ?? 0;
		words.textContent = answer
			? total > 0
				? `共 ${total} 張`
				: search.value.trim()
					? "沒有找到圖片"
					: "媒體庫還沒有圖片"
			: "媒體庫暫時無法開啟";
		more.hidden = !answer || answer.meta.current_page >= answer.meta.last_page;
	};
	search.addEventListener(
		"input",
		debounced(() => void load(1), WAIT_MS),
	);
	more.addEventListener("click", () => void load(page + 1));
	void load(1);
	await asked.done;
	return chosen;
}
