import { composing } from "./composing.ts";

/** After how many milliseconds a form that is answered with a file may be sent again. */
const FILE_MS = 5_000;
/** The usual content of buttons and links whose words are replaced while something is being sent. */
const insides = new WeakMap<Element, readonly Node[]>();

/**
 * Adds to all forms what scripts do for them: focus on the error summary, selects that send their form at once, a
 * warning about unsaved changes, titles without line breaks, busy words, and protection against being sent twice.
 */
export function forms(): void {
	document.querySelector<HTMLElement>("[data-focus]")?.focus();
	document.addEventListener("input", ({ target }) => changed(target));
	document.addEventListener("change", ({ target }) => {
		if (target instanceof HTMLSelectElement && "instant" in target.dataset) target.form?.requestSubmit();
	});
	document.addEventListener("keydown", oneLine);
	document.addEventListener("submit", sending);
	document.addEventListener("click", taking);
	addEventListener("beforeunload", (event) => {
		if (document.querySelector("form[data-guard][data-changed]:not([data-sent])")) event.preventDefault();
	});
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted) {
			document.querySelectorAll<HTMLFormElement>("form[data-sent]").forEach(again);
			document.querySelectorAll("a[data-busy][aria-disabled]").forEach(free);
		}
	});
}

function changed(target: EventTarget | null): void {
	const form = target instanceof HTMLElement ? target.closest<HTMLFormElement>("form[data-guard]") : null;
	if (form) form.dataset.changed = "";
}

/** Keeps Enter from breaking the line in a textarea that holds a title, which wraps but has no lines. */
function oneLine(event: KeyboardEvent): void {
	const { target } = event;
	if (event.key !== "Enter" || !(target instanceof HTMLTextAreaElement) || !("line" in target.dataset)) return;
	if (!composing(event)) event.preventDefault();
}

/**
 * Ignores a second submission of a POST form, or of a form answered with a file, while it is being sent; the pressed
 * button shows its busy words meanwhile.
 */
function sending(event: SubmitEvent): void {
	const form = event.target;
	// Read as attributes, because a field named "method" or "target" hides the form's own property.
	if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
	// A search (GET) may be sent any number of times.
	if (form.getAttribute("method") !== "post" && !("download" in form.dataset)) return;
	const { submitter } = event;
	// A form that opens another tab stays open here and may be sent later.
	if ((submitter instanceof HTMLButtonElement && submitter.formTarget) || form.hasAttribute("target")) return;
	if ("sent" in form.dataset) {
		event.preventDefault();
		return;
	}
	form.dataset.sent = "";
	// The page stays when the answer is a file, and no event says when the file has arrived.
	if ("download" in form.dataset) setTimeout(() => again(form), FILE_MS);
	if (submitter instanceof HTMLButtonElement) occupied(submitter);
}

/** Shows on a link to a file (`data-busy`) that the file is being made, and ignores further clicks for FILE_MS. */
function taking(event: MouseEvent): void {
	const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-busy]") : null;
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
	if (link.hasAttribute("aria-disabled")) {
		event.preventDefault();
		return;
	}
	occupied(link);
	setTimeout(() => free(link), FILE_MS);
}

function occupied(pressed: HTMLElement): void {
	pressed.setAttribute("aria-disabled", "true");
	const { busy } = pressed.dataset;
	if (!busy) return;
	insides.set(pressed, [...pressed.childNodes]);
	pressed.replaceChildren(busy);
}

function free(pressed: Element): void {
	pressed.removeAttribute("aria-disabled");
	pressed.replaceChildren(...(insides.get(pressed) ?? pressed.childNodes));
}

/**
 * Lets a form be sent again and frees its buttons: when the browser restored the page from its memory, or when the
 * answer was a file and the page stayed.
 */
function again(form: HTMLFormElement): void {
	delete form.dataset.sent;
	form.querySelectorAll("button[aria-disabled]").forEach(free);
}
