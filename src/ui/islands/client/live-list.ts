/** The panels of the line, one of which may be open. */
const PANELS = [".filter-add", ".columns-menu"];
const WAIT_MS = 250;
/** A date is typed in parts, each of which is a change. */
const DATE_MS = 1_000;
/** What is changed when the list was read again; the search field itself stays, with its caret and its composition. */
const CHANGING = [".page-head", ".tabs", ".filters > .filter-now", ".filters > .filter-beside", "#list"];

/**
 * Lets a list answer while one types and chooses: the page is asked for with the new conditions, its parts are put in
 * place, and the address is replaced, so that going back finds what was searched. A page that does not come as expected
 * is opened as the form would open it.
 */
export function liveList(form: HTMLFormElement): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let asking: AbortController | undefined;
	const later = (ms: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => void show(addressOf(form)), ms);
	};
	const show = async (address: string, { byLink = false } = {}): Promise<void> => {
		clearTimeout(timer);
		if (!document.getElementById("list")) return location.assign(address);
		asking?.abort();
		asking = new AbortController();
		const { signal } = asking;
		document.getElementById("list")?.setAttribute("aria-busy", "true");
		const page = await pageAt(address, signal).catch(() => undefined);
		if (signal.aborted) return;
		if (!page) return location.assign(address);
		history.replaceState(history.state, "", address);
		put(page, form);
		if (byLink) follow(form, page);
	};
	form.addEventListener("change", ({ target }) => {
		if (target instanceof HTMLSelectElement) later(0);
		else if (target instanceof HTMLInputElement && target.type !== "search") later(DATE_MS);
	});
	// A page whose figures are not one list is opened anew, which would take the field away from somebody who types.
	if (!document.getElementById("list")) return;
	form.addEventListener("input", (event) => {
		const isSearch = event.target instanceof HTMLInputElement && event.target.type === "search";
		if (!isSearch) return;
		// Syllables are no words: what waited to be asked waits for the end of the composition.
		if (event instanceof InputEvent && event.isComposing) clearTimeout(timer);
		else later(WAIT_MS);
	});
	form.addEventListener("compositionend", () => later(WAIT_MS));
	form.addEventListener("submit", (event) => {
		// A choice that is also saved is sent as it is.
		if (form.getAttribute("method") === "post") return;
		event.preventDefault();
		void show(addressOf(form));
	});
	form.addEventListener("click", (event) => {
		const link = event.target instanceof Element ? event.target.closest("a") : null;
		if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		void show(link.href, { byLink: true });
	});
	// Somebody was quicker than this code.
	if ([...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")].some(isChanged)) later(WAIT_MS);
}

const isChanged = (field: HTMLInputElement | HTMLSelectElement): boolean =>
	field instanceof HTMLSelectElement
		? field.selectedIndex !==
			Math.max(
				0,
				[...field.options].findIndex(({ defaultSelected }) => defaultSelected),
			)
		: field.value !== field.defaultValue;

/** Returns the list's address with what the form says, without what is empty. */
function addressOf(form: HTMLFormElement): string {
	const asked = new URLSearchParams();
	for (const [name, value] of new FormData(form))
		if (typeof value === "string" && value !== "") asked.append(name, value);
	const { pathname } = new URL(form.action);
	return asked.size > 0 ? `${pathname}?${asked}` : pathname;
}

async function pageAt(address: string, signal: AbortSignal): Promise<Document | undefined> {
	const answer = await fetch(address, { headers: { accept: "text/html" }, signal });
	if (answer.redirected) return undefined;
	const page = new DOMParser().parseFromString(await answer.text(), "text/html");
	return page.getElementById("list") ? page : undefined;
}

/** Puts the parts of the new page in place of the present ones. Who stood in a field of a part stands in it again. */
function put(page: Document, form: HTMLFormElement): void {
	const active = document.activeElement;
	const id = active instanceof HTMLElement && active.closest(CHANGING.join()) ? active.id : "";
	const opened = PANELS.find((panel) => form.querySelector(`${panel} .pop-panel:not([hidden])`));
	for (const selector of CHANGING) {
		const [now, next] = [document.querySelector(selector), page.querySelector(selector)];
		if (now && next) now.replaceWith(document.adoptNode(next));
		else if (now && selector === ".tabs") now.remove();
	}
	for (const hidden of form.querySelectorAll('input[type="hidden"]')) hidden.remove();
	form.prepend(...[...page.querySelectorAll('.filters > input[type="hidden"]')].map((one) => document.adoptNode(one)));
	document.dispatchEvent(new Event("swapped"));
	if (opened) form.querySelector<HTMLElement>(`${opened} > button`)?.click();
	if (id) document.getElementById(id)?.focus();
	else if (active && !active.isConnected)
		form.querySelector<HTMLElement>(opened ? `${opened} > button` : ".filter-add > button, [type=search]")?.focus();
	// Said to screen readers; say.ts stays in the script of every page, which is one file without this one.
	const said = document.getElementById("say");
	if (said) said.textContent = document.querySelector(".page-head p, .page-lead")?.textContent?.trim() ?? "";
}

/** Gives the fields of the line the values that the new page has drawn, after a chip was removed. */
function follow(form: HTMLFormElement, page: Document): void {
	for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
		".filter-search input, :scope > .field .input",
	)) {
		const drawn = page.getElementById(field.id);
		if (drawn && "value" in drawn) field.value = String(drawn.value);
	}
}
