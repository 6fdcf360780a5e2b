/** How long after an answer the next one is asked for. */
const EVERY_MS = 2_000;
const PLACE = "[data-works]";

/**
 * Keeps the head's long work up to date while something runs and the page is seen. The server draws it anew; its end is
 * also told to screen readers.
 */
async function follow(place: HTMLElement): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
	if (document.hidden)
		await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
	const answer = await fetch(place.dataset.works ?? "", { headers: { Accept: "application/json" } }).catch(
		() => undefined,
	);
	// Signed out, or without a connection: the next page shows it.
	if (!answer?.ok) return;
	const { html }: { html: string } = await answer.json();
	const fresh = new DOMParser().parseFromString(html, "text/html").querySelector<HTMLElement>(PLACE);
	if (!fresh) return place.remove();
	const isOver = !("running" in fresh.dataset);
	// Whoever stands in it with the keyboard keeps the place until the work is over.
	if (isOver || !place.contains(document.activeElement)) {
		place.replaceWith(fresh);
		if (!isOver) return follow(fresh);
		const say = document.getElementById("say");
		if (say) say.textContent = fresh.querySelector("span")?.textContent ?? "";
		return;
	}
	return follow(place);
}

/** Follows the long work that runs. */
export function works(): void {
	const place = document.querySelector<HTMLElement>(PLACE);
	if (place && "running" in place.dataset) void follow(place);
}
