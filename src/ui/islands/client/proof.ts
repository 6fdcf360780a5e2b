/**
 * Asks for the password in a dialog before a form is sent, or a link followed, to an address that asks for a new proof
 * of identity. The press then goes through as it was, with its chosen files. Without this script the server asks.
 */
import asks from "./asks-for-proof.json" with { type: "json" };

type Method = "GET" | "POST";
type Pressed = HTMLFormElement | HTMLAnchorElement;

/** The field of a form that asks for the password itself (src/ui/proof.ts). */
const OWN_FIELD = '[name="_proof.current"]';
/** A link that leads to another page, not to a place on this one. */
const LINK = 'a[href]:not([href^="#"], [target])';
/** Presses that go through to the server, because the dialog has been answered. */
const answered = new WeakSet<Pressed>();
let isAsking = false;

function submitted(event: SubmitEvent): void {
	const { target: form, submitter } = event;
	if (!(form instanceof HTMLFormElement) || answered.delete(form) || form.querySelector(OWN_FIELD)) return;
	// Read as attributes, because a field with such a name hides the form's own property.
	const of = (name: string): string | null => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
	const method = of("method")?.toLowerCase() ?? "get";
	// The forms of dialogs (method="dialog") are sent nowhere.
	if (method !== "get" && method !== "post") return;
	hold(event, {
		pressed: form,
		method: method === "get" ? "GET" : "POST",
		href: of("action") ?? "",
		again: () => form.requestSubmit(submitter),
	});
}

function clicked(event: MouseEvent): void {
	const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINK) : null;
	if (!link || answered.delete(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
	hold(event, { pressed: link, method: "GET", href: link.href, again: () => link.click() });
}

type Press = { pressed: Pressed; method: Method; href: string; again: () => void };

/** Holds the press back while the dialog asks, where its address asks for a proof; then repeats it. */
function hold(event: Event, { pressed, method, href, again }: Press): void {
	const minutes = minutesAt(method, href);
	if (minutes === undefined) return;
	event.preventDefault();
	event.stopImmediatePropagation();
	if (isAsking) return;
	isAsking = true;
	// When the dialog's code cannot be loaded, the server asks for the password.
	void import("./proof-dialog.ts")
		.then(({ proven }) => proven({ href: asks.at, minutes, sends: method === "POST" }))
		.catch(() => true)
		.then((isProven) => {
			isAsking = false;
			if (!isProven) return;
			answered.add(pressed);
			again();
		});
}

/** Returns for how many minutes a proof counts at an address; undefined where none is asked for. */
function minutesAt(method: Method, href: string): number | undefined {
	const { origin, pathname } = new URL(href, location.href);
	if (origin !== location.origin) return undefined;
	const found = Object.entries(asks[method]).find(([, paths]) => matching(paths).test(pathname));
	return found && Number(found[0]);
}

const matching = (paths: readonly string[]): RegExp => new RegExp(`^(?:${paths.join("|").replace(/:\w+/g, "[^/]+")})$`);

// Before all other listeners, so that nothing is sent or shown as sent while the dialog is open.
document.addEventListener("submit", submitted, true);
document.addEventListener("click", clicked, true);
