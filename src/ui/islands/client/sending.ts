/** The problem of a HEIC photograph that this browser cannot read. */
export const HEIC = "這是 HEIC 照片，瀏覽器讀不了，請改存為 JPEG 再上傳";

const REFUSED: Record<number, string> = {
	401: "您已登出，請在新分頁登入後再試",
	403: "您沒有上傳的權限",
	413: "檔案太大",
};

/**
 * The result of sending a form with a file: the server's JSON, or the problem in words with the errors of its fields;
 * `problem` is null when the user cancelled. `key` is the idempotency key that the form must use next, when its own was
 * used up.
 */
export type Sent =
	| { answer: unknown }
	| { problem: string | null; errors?: Record<string, string[]>; key?: string | undefined };

/** Writes in words why a request failed, without a full stop at the end: the server's own message for 409 and 422. */
function problemOf({ status, response }: XMLHttpRequest): string {
	const answer: unknown = response;
	if (status === 0) return "連線中斷，請稍後再試";
	const isTold = status === 422 || status === 409;
	if (typeof answer === "object" && answer !== null && "message" in answer && isTold)
		return String(answer.message).replace(/。$/, "");
	return REFUSED[status] ?? "伺服器暫時無法收下檔案，請稍後再試";
}

const keyOf = (answer: unknown): string | undefined =>
	typeof answer === "object" && answer !== null && "key" in answer ? String(answer.key) : undefined;

const errorsOf = (answer: unknown): Record<string, string[]> =>
	typeof answer === "object" && answer !== null && "errors" in answer ? { ...(answer.errors ?? {}) } : {};

/**
 * Sends a form to `href` and resolves to the outcome; it never rejects. It uses XMLHttpRequest, because only that
 * reports the progress of an upload (`progress`, 0 to 1). `signal` cancels.
 */
export const sendForm = (
	href: string,
	body: FormData,
	of: { progress: (part: number) => void; signal?: AbortSignal },
): Promise<Sent> =>
	new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("POST", href);
		request.setRequestHeader("Accept", "application/json");
		request.responseType = "json";
		request.upload.addEventListener("progress", ({ loaded, total }) => of.progress(total > 0 ? loaded / total : 0));
		request.addEventListener("abort", () => resolve({ problem: null }));
		request.addEventListener("loadend", () => {
			const isTaken = request.status >= 200 && request.status < 300;
			resolve(
				isTaken
					? { answer: request.response }
					: { problem: problemOf(request), errors: errorsOf(request.response), key: keyOf(request.response) },
			);
		});
		of.signal?.addEventListener("abort", () => request.abort());
		request.send(body);
	});
