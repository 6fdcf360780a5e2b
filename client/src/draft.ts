/** The draft of a preview: the address of the API, and what the preview's own address says of type, id and token. */
export type WatchedDraft = { baseUrl: string; type: "article" | "page"; id: number | string; token: string };

/** What a browser has that this needs, so that the package asks nothing of other environments. */
type Browser = {
	document: {
		visibilityState: string;
		addEventListener: (name: "visibilitychange", listener: () => void) => void;
		removeEventListener: (name: "visibilitychange", listener: () => void) => void;
	};
};

const EVERY_MS = 2_000;

/**
 * In a browser: calls `changed` each time the draft was saved anew, and when its link is over. It asks every two seconds
 * while the page is visible, and at once when it becomes visible. Returns a function that ends it.
 */
export function watchDraft({ baseUrl, type, id, token }: WatchedDraft, changed: () => void): () => void {
	const { document } = globalThis as unknown as Browser;
	const base = baseUrl.replace(/\/+$/, "");
	const address = `${base}/api/v1/preview/${type}s/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}`;
	let before: string | undefined;
	let isOver = false;
	const look = async () => {
		if (document.visibilityState !== "visible") return;
		const text = await draftAt(address);
		if (isOver || text === undefined) return;
		if (before !== undefined && text !== before) changed();
		before = text;
	};
	void look();
	const timer = setInterval(look, EVERY_MS);
	document.addEventListener("visibilitychange", look);
	return () => {
		isOver = true;
		clearInterval(timer);
		document.removeEventListener("visibilitychange", look);
	};
}

/** Returns the draft's JSON, or the status in place of one; undefined when the answer says nothing of the draft. */
async function draftAt(address: string): Promise<string | undefined> {
	try {
		const answer = await fetch(address, { cache: "no-store" });
		if (answer.ok) return await answer.text();
		return answer.status === 429 || answer.status >= 500 ? undefined : String(answer.status);
	} catch {
		return undefined;
	}
}
