import type { IslandProps } from "#ui/islands/registry.ts";

/** A queue of which one record is shown: its element, and what gives its component other props. */
export type Queue = {
	root: HTMLElement;
	show: (props: Partial<IslandProps<"review-queue">>) => void;
	/** Gives the focus to what is pressed first; returns whether there is such a thing. */
	ready: () => boolean;
};

const ISLAND = "x-island[name=review-queue]";
const SLOT = "[data-review]";
/** A form that is sent by the browser itself, because the answer was no page of the staff. */
const PLAIN = "plain";

let isTurning = false;
let current: Queue | undefined;
const here = (): string => location.pathname + location.search;
/** The address of what is shown, without the place on the page. */
let shown = here();

/** Sends the form of a decision and shows what the server answers. */
export function sent(event: SubmitEvent, queue: Queue): void {
	const { target: form, submitter } = event;
	if (!(form instanceof HTMLFormElement) || PLAIN in form.dataset) return;
	// Read as attributes, because a field with such a name hides the form's own property.
	if (form.getAttribute("method") !== "post" || form.hasAttribute("enctype")) return;
	event.preventDefault();
	const body = new URLSearchParams();
	for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
	void ask(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", queue, {
		body,
		natively: () => {
			form.dataset[PLAIN] = "";
			form.requestSubmit(submitter);
		},
	});
}

/** Opens an address of the queue. */
export function opened(event: Event, href: string, queue: Queue): void {
	event.preventDefault();
	void ask(href, queue, { natively: () => location.assign(href) });
}

type Request = { body?: URLSearchParams; isBack?: boolean; natively: () => void };

/**
 * Asks the server, and puts the page of its answer in the place of the present one. What was typed stays while no
 * answer came; an answer that is no page of the staff (signed out meanwhile) is asked for again by the browser.
 */
async function ask(href: string, queue: Queue, { body, isBack, natively }: Request): Promise<void> {
	if (isTurning) return;
	isTurning = true;
	queue.show({ state: "busy" });
	const answer = await fetch(href, body && { method: "POST", body }).catch(() => undefined);
	const text = await answer?.text().catch(() => undefined);
	isTurning = false;
	if (!answer || text === undefined) return isBack ? natively() : queue.show({ state: "lost" });
	const page = new DOMParser().parseFromString(text, "text/html");
	const main = page.querySelector<HTMLElement>(".topbar ~ #main");
	if (!main) return natively();
	put(main, page, queue);
	// A refused form stays at the address of its record.
	const isRefused = body && !answer.redirected;
	if (!isBack && !isRefused && answer.url !== location.href) history.pushState(null, "", answer.url);
	shown = here();
	listen(queue);
}

function put(main: HTMLElement, page: Document, queue: Queue): void {
	document.adoptNode(main);
	document.title = page.title;
	const next = main.querySelector(ISLAND);
	const [slot, other] = [queue.root.querySelector(SLOT), next?.querySelector(SLOT)];
	if (next && slot && other) {
		slot.replaceChildren(...other.childNodes);
		queue.show(JSON.parse(next.getAttribute("props") ?? "{}"));
		next.replaceWith(queue.root);
	}
	for (const sheet of page.querySelectorAll("link[rel=stylesheet]"))
		if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
	// The menu says how many wait.
	const places = page.querySelectorAll(".main-nav a");
	for (const [at, link] of document.querySelectorAll(".main-nav a").entries())
		link.replaceChildren(...(places[at]?.childNodes ?? link.childNodes));
	document.getElementById("main")?.replaceWith(main);
	document.dispatchEvent(new Event("swapped"));
	scrollTo(0, 0);
	const told = main.querySelector<HTMLElement>("[data-focus]");
	if (told) told.focus();
	else if (!queue.ready()) main.focus({ preventScroll: true });
	// Said to screen readers; say.ts stays in the script of every page, which is one file without this one.
	const said = main.querySelector(".flash .notice")?.textContent?.trim() ?? page.title;
	document.getElementById("say")?.replaceChildren(said);
}

/** Back and forward show what the address says, once there is an address that no page was loaded for. */
function listen(queue: Queue): void {
	if (!current)
		addEventListener("popstate", () => {
			if (current && shown !== here())
				void ask(location.href, current, { isBack: true, natively: () => location.reload() });
		});
	current = queue;
}
