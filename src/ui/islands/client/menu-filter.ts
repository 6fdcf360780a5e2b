import { make } from "#ui/islands/client/writing/dom.ts";
import { type Command, fits, loadCommands } from "#ui/islands/commands.ts";
import { composing } from "#ui/islands/quirks.ts";
import type { oftenVisited } from "#ui/islands/visits.ts";

type Visited = ReturnType<typeof oftenVisited>;

const MOST_VISITED = 5;

/**
 * Adds a field to an open menu that narrows its links by their names and other words, and above them the places where
 * the user (`visited`) has been of late. Enter opens the first link that is left.
 */
export function filterMenu(panel: HTMLElement, visited: typeof oftenVisited): void {
	const inside = panel.querySelector(".menu-in");
	const search = document.querySelector<HTMLFormElement>("form[data-search]");
	if (!inside || !search) return;
	const links = [...panel.querySelectorAll<HTMLAnchorElement>(".menu-in a")];
	const field = make("input", {
		type: "search",
		class: "quick-input",
		placeholder: "找功能",
		"aria-label": "找功能",
		autocomplete: "off",
	});
	const none = make("p", { class: "soft small", role: "status" });
	const recent = recentLinks(links, visited(MOST_VISITED));
	inside.prepend(make("div", { class: "menu-filter row" }, make("div", { class: "quick-form" }, field), none, recent));
	let places: readonly Command[] = [];
	const narrow = (): void => {
		const query = field.value.trim();
		const wordsOf = (link: HTMLAnchorElement): readonly string[] =>
			places.find(({ href }) => href === link.getAttribute("href"))?.words ?? [];
		const isLeft = (link: HTMLAnchorElement): boolean =>
			query === "" || fits(query, [link.textContent, ...wordsOf(link)]);
		for (const link of links) link.hidden = !isLeft(link);
		for (const group of panel.querySelectorAll<HTMLElement>(".menu-group, .menu-set"))
			group.hidden = ![...group.querySelectorAll("a")].some((link) => !link.hidden);
		if (recent) recent.hidden = query !== "";
		none.textContent = links.every(({ hidden }) => hidden) ? "找不到這個功能，換個說法試試。" : "";
	};
	field.addEventListener("input", (event) => {
		if (!(event instanceof InputEvent && event.isComposing)) narrow();
	});
	field.addEventListener("compositionend", narrow);
	field.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" || composing(event)) return;
		event.preventDefault();
		if (field.value.trim() !== "") links.find(({ hidden }) => !hidden)?.click();
	});
	void loadCommands(search.action).then((all) => {
		places = all?.places ?? [];
		narrow();
	});
	// A finger would bring up the keyboard; whoever has gone on with the keyboard stays there.
	if (matchMedia("(pointer: fine)").matches && document.activeElement === panel.previousElementSibling) field.focus();
}

/** Returns links to the other places of this menu where the user has been of late; false where there are none. */
function recentLinks(links: readonly HTMLAnchorElement[], { last, often }: Visited): HTMLElement | false {
	const others = links.filter((link) => !link.hasAttribute("aria-current"));
	const found = [...last, ...often].flatMap((href) => others.find((link) => link.getAttribute("href") === href) ?? []);
	if (found.length === 0) return false;
	return make(
		"nav",
		{ class: "row", "aria-label": "最近去過" },
		make("span", { class: "soft small" }, "最近去過"),
		...found
			.slice(0, MOST_VISITED)
			.map((link) => make("a", { href: link.href }, link.firstChild?.textContent?.trim() ?? "")),
	);
}
