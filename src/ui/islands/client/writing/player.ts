/** Returns the address of a video's player; null for an address of neither YouTube nor Vimeo. */
export function playerOf(typed: string): string | null {
	const text = /^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
	const address = URL.canParse(text) ? new URL(text) : null;
	const host = address?.hostname.replace(/^(?:www|m)\./, "");
	if (!address || !host) return null;
	if (host === "vimeo.com" || host === "player.vimeo.com") {
		const id = /^\/(?:video\/)?(\d+)/.exec(address.pathname)?.[1];
		return id ? `https://player.vimeo.com/video/${id}` : null;
	}
	const isLong = host === "youtube.com" || host === "youtube-nocookie.com";
	if (!isLong && host !== "youtu.be") return null;
	const path = isLong ? /^\/(?:embed|shorts|live)\/([\w-]{6,})/.exec(address.pathname)?.[1] : address.pathname.slice(1);
	const id = (isLong && address.searchParams.get("v")) || path || "";
	return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null;
}

/** Escapes words so that they may stand between the quotes of a player's title, which are read as they were written. */
export const titled = (words: string): string =>
	words.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns the block of text that shows a player. */
export const playerBlock = (player: string, words: string): string =>
	`<iframe src="${player}" title="${titled(words.trim().replace(/\s+/g, " ")) || "影片"}" width="560" height="315" loading="lazy" allowfullscreen></iframe>`;
