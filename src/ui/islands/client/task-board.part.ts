import type { Parts } from "#ui/islands/parts.ts";
import { composing } from "#ui/islands/quirks.ts";
import { carryingCards, type Spot } from "./task-drag.ts";

/** The server's answer to a move: the new version of the task, or a message about what was wrong. */
type Answer = { data?: { version: number }; message?: string };

const KEYS: Record<string, string> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const LOST = "連線中斷，請稍後再試一次。";

/** Moves the cards of the board without loading the page again, and says whether each move was stored. */
export default function taskBoard(root: HTMLElement, { place }: Parts["task-board"]): void {
	const said = root.querySelector<HTMLElement>(".board-said");
	const columns = [...root.querySelectorAll<HTMLElement>("[data-column]")];
	let queue = Promise.resolve();

	const say = (words: string, isFailed = false): void => {
		if (!said) return;
		said.textContent = words;
		said.classList.toggle("failed", isFailed);
	};
	const carryOut = async (card: HTMLElement, spotIn: () => Spot | null): Promise<void> => {
		const spot = shown(card, spotIn());
		const [from, next] = [columnOf(card), card.nextElementSibling];
		if (!from || !spot) return say(`「${titleOf(card)}」不能再往那裡移動。`);
		const isSame = spot.column === from && (spot.before === card || spot.before === next);
		if (isSame) return;
		const at = placeOf(spot);
		put(card, spot);
		const { data, message = LOST } = await ask(place.replace(":id", card.dataset.task ?? ""), card, at);
		if (!data) {
			put(card, { column: from, before: next });
			return say(`沒有移動「${titleOf(card)}」：${message}請重新整理頁面。`, true);
		}
		const version = card.querySelector<HTMLInputElement>("[name=version]");
		if (version) version.value = String(data.version);
		say(whereWords(card));
	};
	/** Queues the moves: each starts from the board that the move before it produced. */
	const start = (card: HTMLElement, spotIn: () => Spot | null): void => {
		queue = queue.then(() => carryOut(card, spotIn));
	};
	const shift = (card: HTMLElement, way: string): void => start(card, () => spotAfter(columns, card, way));

	root.addEventListener("submit", (event) => {
		const card = cardOf(event.target);
		const way = event.submitter?.dataset.way;
		if (!card || !way) return;
		event.preventDefault();
		shift(card, way);
	});
	root.addEventListener("keydown", (event) => {
		const [card, way] = [cardOf(event.target), KEYS[event.key]];
		if (!card || !way || !event.altKey || composing(event)) return;
		event.preventDefault();
		shift(card, way);
	});
	carryingCards(root, (card, spot) => start(card, () => spot));
}

const cardOf = (target: EventTarget | null): HTMLElement | null =>
	target instanceof Element ? target.closest<HTMLElement>("[data-task]") : null;
const columnOf = (card: Element): HTMLElement | null => card.closest<HTMLElement>("[data-column]");
const cardsOf = (column: Element): Element | null => column.querySelector("[data-cards]");
const titleOf = (card: Element): string => card.querySelector("a")?.textContent ?? "";
const nameOf = (column: Element | null): string => column?.querySelector("h2 span")?.textContent ?? "";

/**
 * Returns where a card goes when it is moved `way`: up, down, left, right, or to the column of that name; null when
 * there is no such place. In another column it becomes the first card.
 */
function spotAfter(columns: HTMLElement[], card: HTMLElement, way: string): Spot | null {
	const column = columnOf(card);
	if (!column) return null;
	if (way === "up") {
		const before = card.previousElementSibling;
		return before && { column, before };
	}
	if (way === "down") {
		const next = card.nextElementSibling;
		return next && { column, before: next.nextElementSibling };
	}
	const beside = columns.indexOf(column) + (way === "left" ? -1 : 1);
	const other = way === "left" || way === "right" ? columns[beside] : columns.find((one) => one.dataset.column === way);
	return other ? { column: other, before: cardsOf(other)?.firstElementChild ?? null } : null;
}

/**
 * Corrects a spot at the end of a column that has more cards than are shown: the card goes before the last shown one.
 */
function shown(card: HTMLElement, spot: Spot | null): Spot | null {
	if (!spot || spot.before || spot.column.dataset.more === undefined) return spot;
	const last = cardsOf(spot.column)?.lastElementChild ?? null;
	return { ...spot, before: last === card ? null : last };
}

/** Writes a spot as the server expects it: the column, and the id of the task after the card, or "end". */
function placeOf({ column, before }: Spot): string {
	const at = before instanceof HTMLElement ? before.dataset.task : "end";
	return `${column.dataset.column}|${at}`;
}

/** Puts a card in its place, and restores the focus, which an element loses when it is moved. */
function put(card: HTMLElement, { column, before }: Spot): void {
	const [focused, from] = [document.activeElement, columnOf(card)];
	cardsOf(column)?.insertBefore(card, before);
	if (focused instanceof HTMLElement && card.contains(focused)) focused.focus();
	for (const one of new Set([from, column])) if (one) settle(one);
	if (from === column) return;
	count(from, -1);
	count(column, 1);
}

/** Updates the move buttons of a column's cards: hides that of the column itself, disables those at an end. */
function settle(column: HTMLElement): void {
	const cards = [...(cardsOf(column)?.children ?? [])];
	const status = column.dataset.column ?? "";
	for (const [at, card] of cards.entries())
		for (const button of card.querySelectorAll<HTMLElement>("[data-way]")) {
			const { way = "" } = button.dataset;
			button.hidden = way === status;
			const leads = way === "up" ? at > 0 : way === "down" ? at < cards.length - 1 : true;
			if (leads) button.removeAttribute("aria-disabled");
			else button.setAttribute("aria-disabled", "true");
		}
	const empty = column.querySelector<HTMLElement>(".board-empty");
	if (empty) empty.hidden = cards.length > 0;
}

function count(column: Element | null, by: number): void {
	const shown = column?.querySelector("[data-count]");
	if (shown) shown.textContent = (Number(shown.textContent?.replaceAll(",", "")) + by).toLocaleString("en-US");
}

/** Writes where a card stands on the board, for users of screen readers. */
function whereWords(card: HTMLElement): string {
	const column = columnOf(card);
	const beside = [...((column && cardsOf(column)?.children) ?? [])];
	return `「${titleOf(card)}」在「${nameOf(column)}」的第 ${beside.indexOf(card) + 1} 個。`;
}

async function ask(href: string, card: HTMLElement, place: string): Promise<Answer> {
	const version = card.querySelector<HTMLInputElement>("[name=version]")?.value ?? "";
	return fetch(href, {
		method: "POST",
		headers: { accept: "application/json" },
		body: new URLSearchParams({ place, version, from: "board" }),
	})
		.then((answer): Promise<Answer> => answer.json())
		.catch((): Answer => ({}));
}
