import type { Parts } from "#ui/islands/parts.ts";

const EVERY_MS = 2_000;

/**
 * Shows a draft again as soon as it was saved: while the page is visible it asks for the draft every two seconds, and
 * reloads itself when the answer is another one. An answer that does not come changes nothing.
 */
export default function start(_: HTMLElement, { href }: Parts["draft-watch"]): void {
	let before: string | undefined;
	const look = async () => {
		if (document.visibilityState !== "visible") return;
		const answer = await fetch(href).catch(() => undefined);
		if (!answer || answer.status === 429 || answer.status >= 500) return;
		const text = answer.ok ? await answer.text() : String(answer.status);
		if (before !== undefined && text !== before) location.reload();
		before = text;
	};
	void look();
	setInterval(look, EVERY_MS);
	document.addEventListener("visibilitychange", look);
}
