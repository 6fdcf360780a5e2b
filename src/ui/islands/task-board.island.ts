import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { useLayoutEffect, useRef, useState } from "#ui/preact.js";
import type { Desk, Drop, Key, Said, Submit } from "./task-acts.ts";
import { type BoardColumn, type CardActs, type CardLinks, type OpenCard, taskCard } from "./task-card.ts";

export type TaskBoardProps = {
	columns: BoardColumn[];
	links: CardLinks;
	/** The calendar in which days are written. */
	calendar: string;
	people: [id: number, name: string][] | null;
	/** The card whose fields are open. */
	open: OpenCard | null;
};

const acting = () => import("./task-acts.ts");
type Acting = Awaited<ReturnType<typeof acting>>;

/**
 * Draws the board of tasks: a column for each state. A card is moved at once, by pointer, keys or buttons, and its fields
 * are changed in it; what the server does not store is taken back, and the board is shown as it is stored.
 */
export default function TaskBoard({ columns: first, links, calendar, people, open: opened }: TaskBoardProps): VNode {
	const [columns, setColumns] = useState(first);
	const [said, say] = useState<Said>({ words: "" });
	const [open, setOpen] = useState(opened);
	const now = useRef(columns);
	const queue = useRef<Promise<unknown>>(Promise.resolve());
	const focus = useRef("");
	useLayoutEffect(() => {
		document.getElementById(focus.current)?.focus();
		focus.current = "";
	});
	const desk: Desk = {
		...{ links, say, open: setOpen, columns: () => now.current },
		draw: (next) => {
			now.current = next;
			setColumns(next);
		},
		focusOn: (id) => {
			focus.current = id;
		},
	};
	/** Queues the changes: each starts from the board that the one before it produced. */
	const enqueue = (act: (by: Acting) => Promise<void>) => {
		const lost = () => say({ words: "連線中斷。", isFailed: true });
		queue.current = queue.current.then(acting).then(act).catch(lost);
	};
	const submitted = (event: Submit) => {
		event.preventDefault();
		enqueue(({ submit }) => submit(desk, event));
	};
	const pressed = (event: Key) => {
		// In a select the same keys open its choices.
		const isTyped = event.isComposing || event.target.closest("input,select");
		if (!event.altKey || isTyped || !event.key.startsWith("Arrow")) return;
		event.preventDefault();
		enqueue(({ press }) => press(desk, event));
	};
	const dropped = (event: Drop) => enqueue(({ drop }) => drop(desk, event));
	const { undo } = said;
	const undone = () => undo && enqueue(({ arrange }) => arrange(desk, undo.id, { ...undo, isUndo: true }));
	const acts: CardActs = {
		open,
		show: (card) => enqueue(({ show }) => show(desk, { card, from: open?.id })),
	};
	return html`<div data-board onSubmit=${submitted} onKeyDown=${pressed} onplace=${dropped}>
		<div class="board-said" data-failed=${said.isFailed} role="status">
			${said.words}
			${undo && html`<button class="btn quiet s" type="button" onClick=${undone}>${icon("undo")}復原</button>`}
		</div>
		<div class="board">${columns.map((column) => columnOf(column, { columns, links, calendar, people, acts }))}</div>
	</div>`;
}

type Around = Omit<Parameters<typeof taskCard>[0], "card" | "nth" | "column">;

const columnOf = (column: BoardColumn, around: Around): VNode => {
	const { status, label, cards, total, more } = column;
	return html`<section class="board-column" data-column=${status} aria-labelledby=${`column-${status}`}>
		<h2 class="h3" id=${`column-${status}`}><span>${label}</span> <span class="soft" data-count>${total.toLocaleString("en-US")}</span></h2>
		<ol class="plain" data-cards>${cards.map((card, nth) => taskCard({ ...around, card, nth, column }))}</ol>
		<p class="soft small board-empty" hidden=${cards.length > 0}>沒有任務</p>
		${more && html`<p class="small"><a href=${more.href}>${more.words}</a></p>`}
	</section>`;
};
