import { PRIORITIES, PRIORITY_LABELS, type Priority } from "#kernel/priority.ts";
import { avatar } from "#ui/avatar.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { type Due, taskAssignee, taskDue, taskPriority } from "#ui/task-facts.ts";

/** A task as its card on the board has it. */
export type TaskCard = {
	id: number;
	version: number;
	title: string;
	priority: Priority;
	/** The assignee's id, name, and why that person can no longer do the task. */
	assignee: number | null;
	who: string | null;
	gone: string | null;
	due: Due | null;
	/** The number of the task with its counts, in words. */
	counts: string;
	/** How many items of its checklist are not ticked. */
	left: number;
};
export type BoardColumn = {
	status: string;
	label: string;
	/** The column is one where tasks end. */
	isEnd: boolean;
	cards: TaskCard[];
	total: number;
	/** The link to the whole column, when it has more cards than are shown. */
	more: { href: string; words: string } | null;
};

/** The fields of a card that are being changed: as they were sent, with what was wrong with them. */
export type OpenCard = { id: number; values: Record<string, string>; errors: string[] };

/**
 * Where the forms and links of a card lead, with ":id" in place of the task's id: to the task, to the board (`board`), to
 * the board with the card (`card`), or with its fields open (`open`).
 */
export type CardLinks = Record<"show" | "place" | "arrange" | "board" | "card" | "open", string>;

type Press = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; preventDefault(): void };
/** What the script does with a card. */
export type CardActs = {
	open: OpenCard | null;
	/** Opens the fields of a card, or closes them. */
	show: (card: TaskCard | null) => void;
};

type Drawn = {
	card: TaskCard;
	nth: number;
	column: BoardColumn;
	columns: readonly BoardColumn[];
	links: CardLinks;
	calendar: string;
	/** The staff to whom tasks may be given; null for a user who may not. */
	people: readonly [id: number, name: string][] | null;
	acts: CardActs;
};

const to = (address: string, id: number): string => address.replaceAll(":id", String(id));

/** Draws the card of a task: a link to its page, its facts, its fields where they are open, and the buttons that move it. */
export function taskCard(drawn: Drawn): VNode {
	const { card, links, people, acts } = drawn;
	const { id, title, priority, due, who, gone, counts } = card;
	const fields = acts.open?.id === id && arranging(drawn, acts.open);
	return html`<li class="board-card" data-task=${id} id=${`task-${id}`} key=${id}>
		<div class="board-head">
			<a href=${to(links.show, id)}>${title}</a>
			<button class="btn quiet square s scripted board-grip" type="button" id=${`grip-${id}`} aria-describedby="board-help" data-grip>
				${icon("grip")}<span class="sr">移動：${title}</span>
			</button>
		</div>
		${
			(priority !== 3 || due) &&
			html`<p class="board-facts">${priority !== 3 && taskPriority(priority)} ${due && taskDue(due)}</p>`
		}
		<div class="board-foot">
			<span class="board-who">${who !== null && avatar(who)}${taskAssignee(who, gone)}</span>
			<small class="soft">${counts}</small>
		</div>
		${fields}
		<div class="board-acts">
			<details class="board-ways">
				<summary class="small">移動<span class="sr">：${title}</span></summary>
				<form method="post" action=${to(links.place, id)} class="row">
					<input type="hidden" name="version" value=${card.version} />
					${ways(drawn)}
				</form>
			</details>
			${
				people &&
				!fields &&
				html`<a class="btn quiet s" href=${to(links.open, id)} onClick=${pressing(() => acts.show(card))} id=${`arrange-${id}`}>改<span class="sr">：${title}的負責人、期限、優先順序</span></a>`
			}
		</div>
	</li>`;
}

/** Draws the buttons that move a card. One without effect stays focusable, because it may have been pressed just now. */
function ways({ card, nth, column, columns }: Drawn): VNode[] {
	const { status, cards, more } = column;
	const [above, next, after] = [cards[nth - 1], cards[nth + 1], cards[nth + 2]];
	const way = (name: string, label: string, { value, leads = true }: { value: string; leads?: boolean }) =>
		html`<button class="btn s" name="place" value=${value} id=${`${name}-${card.id}`} hidden=${name === status} aria-disabled=${leads ? undefined : "true"}>
			${label}
		</button>`;
	return [
		way("up", "上移", { value: `${status}|${above?.id ?? "top"}`, leads: above !== undefined }),
		// More tasks may follow the last one shown, so the place after it is not known.
		way("down", "下移", {
			value: `${status}|${after?.id ?? "end"}`,
			leads: after !== undefined || (next !== undefined && !more),
		}),
		...columns.map((other) => way(other.status, `移到${other.label}`, { value: `${other.status}|top` })),
	];
}

/** Draws the fields of a card: who does the task, until when, and how urgent it is. */
function arranging({ card, links, calendar, people, acts }: Drawn, { values, errors }: OpenCard): VNode {
	const { id, version } = card;
	const select = (name: string, choices: readonly (readonly [value: string | number, label: string])[]) =>
		html`<select class="input" name=${name} id=${`${name}-${id}`}>
			${choices.map(
				([value, label]) => html`<option value=${value} selected=${values[name] === String(value)}>${label}</option>`,
			)}
		</select>`;
	return html`<form class="board-fields" method="post" action=${to(links.arrange, id)} novalidate>
		<input type="hidden" name="version" value=${version} />
		<label>負責人${select("assignee", [["", "未指派"], ...(people ?? [])])}</label>
		<label>期限<input class="input day" inputmode="numeric" name="due_on" data-day="date" data-days="future" data-calendar=${calendar} placeholder="年/月/日" autocomplete="off" defaultValue=${values.due_on} /></label>
		<label>優先順序${select(
			"priority",
			PRIORITIES.map((code) => [code, PRIORITY_LABELS[code]] as const),
		)}</label>
		${errors.length > 0 && html`<p class="error" role="alert">${errors}</p>`}
		<div class="row">
			<button class="btn s primary">儲存</button>
			<a class="btn s" href=${to(links.card, id)} onClick=${pressing(() => acts.show(null))}>取消</a>
		</div>
	</form>`;
}

/** Returns what a click on a link does, unless it opens another tab. */
const pressing = (act: () => void) => (event: Press) => {
	if (event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	act();
};
