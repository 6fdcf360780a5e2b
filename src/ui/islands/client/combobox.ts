import { getJson, make, say } from "#ui/islands/client/writing/dom.ts";
import type { Choice } from "#ui/islands/parts.ts";
import { composing } from "#ui/islands/quirks.ts";

const MOST = 20;
const WAIT_MS = 150;

/** What is offered for the typed text, and words under the choices, such as that there are none. */
type Offers<C extends Choice> = { choices: readonly C[]; words?: string | undefined };

type Props<C extends Choice> = {
	/** The list's id, which no other element of the page has. */
	id: string;
	/** The list's name for screen readers. */
	label: string;
	/** Returns the offers for the typed text, at once or after asking the server; null when there are none to show. */
	find: (typed: string, signal: AbortSignal, field: HTMLInputElement) => Offers<C> | null | Promise<Offers<C> | null>;
	take: (choice: C, field: HTMLInputElement) => void;
	/** The first choice for a typed text is chosen already. Without it the field may hold any other text. */
	choosesFirst?: boolean;
	/** ArrowDown and a click show offers for the empty field too, none of them chosen. */
	offersAll?: boolean;
	/** A click shows the offers for a filled field, too. */
	opensFilled?: boolean;
	/** Enter and Tab take the choice and then move on, as in a field without a list. */
	movesOn?: boolean;
};

/** The offers that are shown: for which field, and the chosen one (-1 when there is none). */
type Open<C> = { field: HTMLInputElement; choices: readonly C[]; active: number };

/**
 * Returns a `find` that asks an address for the offers as JSON, once the user pauses; `query` is sent with what is
 * typed.
 */
export const fromServer =
	<C extends Choice>(href: string, query: Record<string, string> = {}) =>
	async (typed: string, signal: AbortSignal): Promise<Offers<C> | null> => {
		await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
		if (signal.aborted) return null;
		const answer = await getJson<{ data: C[]; words?: string }>(href, { ...query, q: typed }, signal);
		if (!answer) return null;
		const { data: choices, words } = answer;
		return { choices, words: words ?? (choices.length === 0 ? `找不到「${typed}」` : undefined) };
	};

/**
 * Offers choices below a field in which the user types: the arrows choose one, Enter takes it, Esc closes. The list is
 * always that of the typed text: it closes when the text changes, and Enter that is pressed before the new offers have
 * come waits for them. Returns the function that starts a field, which returns
 * the one that shows its offers; the fields of one combobox share its list.
 */
export function combobox<C extends Choice>(of: Props<C>): (field: HTMLInputElement) => () => void {
	const list = make("div", { id: of.id, role: "listbox", "aria-label": of.label });
	const words = make("p");
	const box = make("div", { class: "quick-hits offers" }, list, words);
	let open: Open<C> | null = null;
	let asking: AbortController | null = null;
	let isEnterHeld = false;

	const close = (): void => {
		asking?.abort();
		asking = null;
		isEnterHeld = false;
		open?.field.setAttribute("aria-expanded", "false");
		open?.field.removeAttribute("aria-activedescendant");
		open = null;
		box.remove();
	};
	const take = (choice: C | undefined): void => {
		const field = open?.field;
		close();
		if (field && choice) of.take(choice, field);
	};
	const show = (field: HTMLInputElement, found: Offers<C> | null): void => {
		const isTaken = isEnterHeld;
		close();
		if (!found) return;
		const choices = found.choices.slice(0, MOST);
		open = { field, choices, active: of.choosesFirst && field.value.trim() !== "" && choices.length > 0 ? 0 : -1 };
		if (isTaken && open.active === 0) {
			take(choices[0]);
			return;
		}
		list.replaceChildren(...choices.map((choice, at) => option(choice, `${of.id}-${at}`, take)));
		words.textContent = found.words ?? "";
		words.hidden = !found.words;
		field.parentElement?.append(box);
		field.setAttribute("aria-expanded", String(choices.length > 0));
		if (found.words) say(found.words);
		mark(list, open);
	};
	const ask = (field: HTMLInputElement): void => {
		close();
		const typed = field.value.trim();
		if (typed === "" && !of.offersAll) return;
		const mine = new AbortController();
		const answer = of.find(typed, mine.signal, field);
		if (!(answer instanceof Promise)) {
			show(field, answer);
			return;
		}
		asking = mine;
		void answer.then((found) => {
			if (!mine.signal.aborted) show(field, found);
		});
	};
	const move = (step: number): void => {
		if (!open || open.choices.length === 0) return;
		const { active, choices } = open;
		open.active = (active + step + choices.length + (active < 0 && step < 0 ? 1 : 0)) % choices.length;
		mark(list, open);
	};
	const enter = (event: KeyboardEvent, field: HTMLInputElement): void => {
		if (open && open.active >= 0) {
			if (!of.movesOn) event.preventDefault();
			take(open.choices[open.active]);
		} else if (asking && of.choosesFirst) {
			event.preventDefault();
			isEnterHeld = true;
		} else if (of.offersAll && !of.opensFilled && field.value.trim() === "") event.preventDefault();
	};
	const pressed = (event: KeyboardEvent, field: HTMLInputElement): void => {
		if (composing(event)) return;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (event.key === "Enter" || (event.key === "Tab" && of.movesOn)) enter(event, field);
		else if (event.key === "Escape" && open) {
			event.preventDefault();
			close();
		} else if (step && (open || (step === 1 && of.offersAll))) {
			event.preventDefault();
			if (open) move(step);
			else ask(field);
		}
	};

	return (field) => {
		field.removeAttribute("list");
		for (const [name, value] of Object.entries(ROLE)) field.setAttribute(name, value);
		field.setAttribute("aria-controls", of.id);
		field.addEventListener("input", (event) => {
			if (event.isTrusted && !(event instanceof InputEvent && event.isComposing)) ask(field);
		});
		field.addEventListener("compositionend", () => ask(field));
		field.addEventListener("keydown", (event) => pressed(event, field));
		field.addEventListener("blur", close);
		if (of.offersAll)
			field.addEventListener("click", () => {
				if (!open && (of.opensFilled || field.value.trim() === "")) ask(field);
			});
		return () => ask(field);
	};
}

const ROLE = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", autocomplete: "off" };

/** Makes a list entry. It reacts to mousedown, so that a choice is taken before the field loses the focus. */
const option = <C extends Choice>(choice: C, id: string, take: (choice: C) => void): HTMLElement =>
	make(
		"div",
		{
			id,
			class: "item",
			role: "option",
			mousedown: (event) => {
				event.preventDefault();
				take(choice);
			},
		},
		make("b", {}, choice.label),
		make("span", {}, choice.end ?? ""),
		choice.sub ? make("small", {}, choice.sub) : undefined,
	);

function mark<C>(list: HTMLElement, { field, active }: Open<C>): void {
	for (const [at, one] of [...list.children].entries()) one.setAttribute("aria-selected", String(at === active));
	const chosen = list.children[active];
	if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
	else field.removeAttribute("aria-activedescendant");
	chosen?.scrollIntoView({ block: "nearest" });
}
