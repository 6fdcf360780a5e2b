/** What is done with the cards of the board of tasks (task-board.island.ts), loaded when the board is first touched. */
import type { BoardColumn, CardLinks, OpenCard, TaskCard } from "./task-card.ts";
import { changed, moved, placeOf, reachable, type Spot, spotAfter, whereWords } from "./task-moves.ts";

/** The board as these functions change it. */
export type Desk = {
	links: CardLinks;
	columns: () => BoardColumn[];
	draw: (next: BoardColumn[]) => void;
	say: (said: Said) => void;
	/** Opens the fields of a card, or closes those that are open. */
	open: (card: OpenCard | null) => void;
	/** Gives the focus to the element of this id at the next drawing: a card that moves is drawn anew. */
	focusOn: (id: string) => void;
};
/** What the board says of the last change; `undo` brings the former fields of a card back. */
export type Said = { words: string; isFailed?: true; undo?: { id: number; values: OpenCard["values"] } };

/** An event at an element of a card. */
type At = { target: { closest(selector: string): { id: string } | null }; preventDefault(): void };
export type Submit = At & {
	target: { elements: Iterable<{ name: string; value: string }> };
	submitter: { id: string } | null;
};
export type Key = At & { key: string; altKey: boolean; isComposing: boolean };
export type Drop = At & { detail: Spot };

/** The server's answer: what a change came to, or what was wrong. */
type Answer<T> = { data?: T; message?: string; errors?: Record<string, string[]> };

const LOST = "連線中斷，請稍後再試一次。";

const ask = <T>(address: string, fields?: Record<string, string>): Promise<Answer<T>> =>
	fetch(address, {
		headers: { accept: "application/json" },
		...(fields && { method: "POST", body: new URLSearchParams(fields) }),
	})
		.then((answer): Promise<Answer<T>> => answer.json())
		.catch(() => ({ message: LOST }));

const addressOf = (pattern: string, id: number): string => pattern.replace(":id", String(id));
const cardIn = ({ columns }: Desk, id: number): TaskCard | undefined =>
	columns()
		.flatMap(({ cards }) => cards)
		.find((card) => card.id === id);

const valuesOf = ({ assignee, due, priority }: TaskCard): OpenCard["values"] => ({
	assignee: String(assignee ?? ""),
	due_on: due?.typed ?? "",
	priority: String(priority),
});

/** Says that a change was not stored, and shows the board as it is stored, or else as it was. */
async function fail(
	desk: Desk,
	words: string,
	{ message, was }: { message: string; was: BoardColumn[] },
): Promise<void> {
	const { data } = message === LOST ? {} : await ask<BoardColumn[]>(desk.links.board);
	desk.draw(data ?? was);
	desk.say({ words: `${words}：${message}${data ? "看板已經更新。" : ""}`, isFailed: true });
}

/**
 * Moves a card at once to a spot, or `way` (up, down, left, right, to a column), and stores it. `control` is the id of
 * the element that has the focus after it.
 */
async function move(
	desk: Desk,
	id: number,
	{ spot: asked, control = "" }: { spot: Spot | string; control?: string },
): Promise<void> {
	const [was, card] = [desk.columns(), cardIn(desk, id)];
	if (!card) return;
	const wish = typeof asked === "string" ? spotAfter(was, id, asked) : asked;
	if (!wish) return desk.say({ words: `「${card.title}」不能再往那裡移動。` });
	const spot = reachable(was, id, wish);
	if (!spot) return;
	desk.focusOn(control);
	desk.draw(moved(was, id, spot));
	const { data, message = LOST } = await ask<{ version: number }>(addressOf(desk.links.place, id), {
		...{ place: placeOf(spot), version: String(card.version) },
	});
	if (!data) {
		desk.focusOn(control);
		return fail(desk, `沒有移動「${card.title}」`, { message, was });
	}
	desk.draw(changed(desk.columns(), id, data));
	desk.say({ words: whereWords(desk.columns(), id) });
}

/** Stores the fields of a card; `isUndo` when they bring back what was stored before. */
export async function arrange(
	desk: Desk,
	id: number,
	{ values, isUndo }: { values: OpenCard["values"]; isUndo?: boolean },
): Promise<void> {
	const card = cardIn(desk, id);
	if (!card) return;
	const sent = { ...values, version: String(card.version) };
	const { data, message = LOST, errors = {} } = await ask<TaskCard>(addressOf(desk.links.arrange, id), sent);
	if (data) {
		desk.focusOn(`arrange-${id}`);
		desk.draw(changed(desk.columns(), id, data));
		if (!isUndo) desk.open(null);
		return desk.say({
			words: `${isUndo ? "已復原" : "已儲存"}任務「${card.title}」。`,
			...(!isUndo && { undo: { id, values: valuesOf(card) } }),
		});
	}
	if (Object.keys(errors).length > 0) return desk.open({ id, values, errors: Object.values(errors).flat() });
	return fail(desk, `沒有儲存「${card.title}」`, { message, was: desk.columns() });
}

const taskOf = ({ target }: At): number => Number(target.closest("[data-task]")?.id.replace("task-", "") ?? 0);

/** A button of 移動 moves the card; the fields of an open card are stored. */
export function submit(desk: Desk, event: Submit): Promise<void> {
	const [id, control] = [taskOf(event), event.submitter?.id];
	if (control) {
		const way = control.replace(`-${id}`, "");
		// In another column the card is drawn anew, with its buttons folded.
		return move(desk, id, { spot: way, control: way === "up" || way === "down" ? control : `grip-${id}` });
	}
	const fields = [...event.target.elements].filter(({ name }) => name !== "" && name !== "version");
	return arrange(desk, id, { values: Object.fromEntries(fields.map(({ name, value }) => [name, value])) });
}

/** An arrow key, with Alt, moves the card in which the focus is. */
export async function press(desk: Desk, event: Key): Promise<void> {
	const id = taskOf(event);
	if (id) await move(desk, id, { spot: event.key.slice("Arrow".length).toLowerCase(), control: `grip-${id}` });
}

/** A card that was dropped goes to that spot. */
export const drop = (desk: Desk, event: Drop): Promise<void> => move(desk, taskOf(event), { spot: event.detail });

/** Opens the fields of a card, and else closes those of the card `from`. */
export async function show(
	desk: Desk,
	{ card, from }: { card: TaskCard | null; from: number | undefined },
): Promise<void> {
	desk.focusOn(card ? `assignee-${card.id}` : `arrange-${from}`);
	desk.open(card && { id: card.id, values: valuesOf(card), errors: [] });
}
