import type { StoredFile } from "#admin/islands/parts.ts";
import { isPicture, shrink } from "#admin/islands/shrink.ts";
import { iconButton, make, say } from "./dom.ts";

export type Uploaded = { file: StoredFile } | { problem: string } | { problem: null };

const REFUSED: Record<number, string> = {
	401: "您已登出，請在新分頁登入後再試",
	403: "您沒有上傳的權限",
	413: "檔案太大",
};

/** What a failed answer says, in words. */
function problemOf({ status, response }: XMLHttpRequest): string {
	const answer: unknown = response;
	if (status === 0) return "連線中斷，請稍後再試";
	if (typeof answer === "object" && answer !== null && "message" in answer && status === 422)
		return String(answer.message).replace(/。$/, "");
	return REFUSED[status] ?? "伺服器暫時無法收下檔案，請稍後再試";
}

/** Sends a file to the library; XMLHttpRequest, because it alone tells how far it is. `problem` null: given up. */
const send = (
	href: string,
	file: File,
	of: { progress: (part: number) => void; signal: AbortSignal },
): Promise<Uploaded> =>
	new Promise((resolve) => {
		const request = new XMLHttpRequest();
		const body = new FormData();
		body.set("file", file);
		request.open("POST", href);
		request.setRequestHeader("Accept", "application/json");
		request.responseType = "json";
		request.upload.addEventListener("progress", ({ loaded, total }) => of.progress(total > 0 ? loaded / total : 0));
		request.addEventListener("abort", () => resolve({ problem: null }));
		request.addEventListener("loadend", () => {
			const file: StoredFile | undefined = request.response?.data;
			resolve(request.status < 300 && file?.id ? { file } : { problem: problemOf(request) });
		});
		of.signal.addEventListener("abort", () => request.abort());
		request.send(body);
	});

const HEIC = "這是 HEIC 照片，瀏覽器讀不了，請改存為 JPEG 再上傳";

/** One line of the list under a field: what is sent, how far it is, and what went wrong. */
function lineIn(list: HTMLElement, name: string, giveUp: () => void) {
	const bar = make("progress", { max: "1", value: "0", "aria-label": `${name}上傳進度` });
	const words = make("span", { class: "upload-words" }, "準備中");
	const close = iconButton("x", `取消上傳 ${name}`, giveUp);
	const line = make("li", { class: "upload" }, make("b", {}, name), bar, words, close);
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
			line.classList.add("failed");
			words.textContent = `沒有上傳：${problem}。`;
			close.replaceWith(iconButton("x", `關閉 ${name} 的訊息`, end));
			say(`${name}沒有上傳：${problem}。`);
		},
	};
}

/**
 * Makes a picture small enough and sends it to the library at `href`, telling how far it is in `list`. Returns null when
 * it was given up or failed; a failure stays in the list until it is closed. `any` takes other files too, as they are.
 */
export async function uploadPicture(
	file: File,
	{ href, list, any = false }: { href: string; list: HTMLElement; any?: boolean },
): Promise<StoredFile | null> {
	const asked = new AbortController();
	const line = lineIn(list, file.name, () => asked.abort());
	const outcome = await outcomeOf(file, { href, any, signal: asked.signal, progress: line.progress });
	if ("file" in outcome) {
		line.end();
		say(`${file.name}已上傳`);
		return outcome.file;
	}
	if (outcome.problem === null) line.end();
	else line.fail(outcome.problem);
	return null;
}

type Sending = { href: string; any: boolean; signal: AbortSignal; progress: (part: number) => void };
async function outcomeOf(file: File, { href, any, signal, progress }: Sending): Promise<Uploaded> {
	if (!isPicture(file)) return any ? send(href, file, { progress, signal }) : { problem: "這不是圖片" };
	const ready = await shrink(file);
	if (ready === null) return { problem: HEIC };
	return signal.aborted ? { problem: null } : send(href, ready, { progress, signal });
}
