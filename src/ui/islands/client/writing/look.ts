import type { Parts } from "#ui/islands/parts.ts";
import { find, make, say } from "./dom.ts";

type Answer = { data: { digest: string; count: number; html: string } };
type Asked = { root: HTMLElement; form: HTMLFormElement; href: string };

/** The name of the buttons that make a text public: they send the digest of the text that was looked at. */
const BUTTON = "checked";
/** The server checks a text again when it is asked for too long, or cannot be reached. */
const PATIENCE_MS = 8_000;

/**
 * Looks at the text before a press makes it public: with something to look at, it is shown beside the text, and the press
 * there goes on; otherwise the press goes on at once.
 */
export default function start(root: HTMLElement, { href, form: id }: Parts["look"]): void {
	const form = document.getElementById(id);
	if (!(form instanceof HTMLFormElement)) return;
	const asked = { root, form, href };
	let isBusy = false;
	let isGoing = false;
	const go = (button: HTMLButtonElement): void => {
		isGoing = true;
		form.requestSubmit(button);
		isGoing = false;
	};
	const look = async (button: HTMLButtonElement): Promise<void> => {
		const found = await ask(asked, button);
		if (found && found.count > 0 && found.digest !== button.value) return show(asked, { button, html: found.html });
		if (found) button.value = found.digest;
		go(button);
	};
	// Before everything else that hears of it: the form is not on its way yet.
	document.addEventListener(
		"submit",
		(event) => {
			const button = event.submitter ?? savingIn(form);
			if (event.target !== form || isGoing || !(button instanceof HTMLButtonElement) || button.name !== BUTTON) return;
			event.preventDefault();
			if (isBusy || "sent" in form.dataset) return;
			isBusy = true;
			void look(button).finally(() => {
				isBusy = false;
			});
		},
		true,
	);
	root.addEventListener("click", (event) => pressed(asked, event));
	root.addEventListener("keydown", (event) => {
		if (event.key === "Escape") close(asked);
	});
	if (root.firstElementChild) root.querySelector<HTMLElement>("h2")?.focus();
}

/** Ctrl+S presses no button: of a public text it is the one that changes it. */
const savingIn = (form: HTMLFormElement): Element | undefined =>
	[...form.elements].find((one) => one.getAttribute("name") === BUTTON && !one.hasAttribute("formaction"));

/** Asks the server; null when it does not answer. */
async function ask({ form, href }: Asked, button: HTMLButtonElement): Promise<Answer["data"] | null> {
	const body = new URLSearchParams([["kind", form.id]]);
	for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
	body.set("look", button.hasAttribute("formaction") ? "publish" : "update");
	const headers = { accept: "application/json" };
	const answer = await fetch(href, { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE_MS) })
		.then((got): Promise<Answer> | null => (got.ok ? got.json() : null))
		.catch(() => null);
	return answer?.data ?? null;
}

/** Draws the server's own HTML, in which all words of the text are escaped. */
function show(asked: Asked, { button, html }: { button: HTMLButtonElement; html: string }): void {
	const { root } = asked;
	const made = Object.assign(make("template"), { innerHTML: html }).content;
	const again = find<HTMLButtonElement>(made, `[name=${BUTTON}]`);
	const action = button.getAttribute("formaction");
	if (action !== null) again.setAttribute("formaction", action);
	root.replaceChildren(made);
	soften(asked, true);
	const title = find(root, "h2");
	title.focus({ preventScroll: true });
	title.scrollIntoView({ block: "nearest" });
	say(`${title.textContent}：${root.querySelectorAll("li.warn").length} 項`);
}

/** One press of a view is the one that counts: that of the panel while it is open. */
function soften({ root, form }: Asked, isOpen: boolean): void {
	for (const one of form.elements)
		if (one instanceof HTMLButtonElement && one.name === BUTTON && !root.contains(one))
			one.classList.toggle("primary", !isOpen);
}

function close(asked: Asked): void {
	const { root, form } = asked;
	root.replaceChildren();
	soften(asked, false);
	const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement && one.name === BUTTON);
	for (const one of buttons)
		if (one instanceof HTMLElement && one.checkVisibility()) one.focus({ preventScroll: true });
}

function pressed(asked: Asked, event: MouseEvent): void {
	const { target } = event;
	if (!(target instanceof Element)) return;
	if (target.closest("[data-look-close]")) close(asked);
	const link = target.closest<HTMLElement>("[data-field]");
	if (!link) return;
	event.preventDefault();
	const { field = "", find: place = "" } = link.dataset;
	const control = asked.form.elements.namedItem(field);
	const first = control instanceof RadioNodeList ? control[0] : control;
	if (!(first instanceof HTMLElement)) return;
	const fold = first.closest("details");
	if (fold) fold.open = true;
	// On a phone the panel stands over the text; beside the settings it makes room for them.
	const panel = find(asked.root, ".look");
	if (matchMedia("(width < 60rem)").matches) close(asked);
	else if (panel.parentElement?.parentElement?.contains(first)) panel.classList.add("beside");
	if (field === "body") first.dispatchEvent(new CustomEvent("place", { detail: place }));
	else first.focus();
	if (field !== "body") first.scrollIntoView({ block: "center" });
}
