import type { TaskItemRow } from "#db/office/task-items.ts";
import { ItemEdit, NewItem } from "#domain/office/tasks/form.ts";
import { isClosed, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import { notice } from "#ui/notice.ts";

const { tasks } = paths.admin;
const newField = fieldsOf(NewItem);
const field = fieldsOf(ItemEdit);

export type ChecklistCard = {
	task: { id: number; status: TaskStatus };
	items: readonly TaskItemRow[];
	/** Whether the user may also add, change, move and remove items; whoever sees the task may tick them. */
	mayChange: boolean;
	/** The item whose fields are open, or "new" when the user goes on adding items. */
	open: number | "new" | undefined;
	key: string;
	/** The refused form of a new item, and that of a changed one. */
	added?: FormState | undefined;
	renamed?: FormState | undefined;
};

/** Draws the card 檢查清單: the items of a task, each of which is ticked by one press. Nothing when there is none to see. */
export function checklistCard(of: ChecklistCard): Children {
	const { task, items, mayChange } = of;
	if (items.length === 0 && !mayChange) return null;
	const left = leftOf(items);
	return card(
		{ title: "檢查清單", beside: items.length > 0 && counted(items), id: "items" },
		isClosed(task.status) && left > 0 && notice({ tone: "warn" }, `任務已經結束，還有 ${left} 個項目沒有勾選。`),
		items.length > 0 &&
			part(
				{ name: "task-items", props: {} },
				html`<ol class="plain checklist">${items.map((_, at) => itemOf(of, at))}</ol>`,
			),
		mayChange && adding(of),
	);
}

const leftOf = (items: readonly TaskItemRow[]): number => items.filter(({ is_done }) => !is_done).length;

const counted = (items: readonly TaskItemRow[]): VNode => html`<span class="count"
	><span data-done>${items.length - leftOf(items)}/${items.length}</span><span class="sr"> 已勾選</span></span
>`;

function itemOf(of: ChecklistCard, at: number): VNode | null {
	const { task, items, mayChange, open } = of;
	const item = items[at];
	if (!item) return null;
	const { id, text, is_done } = item;
	const isOpen = mayChange && (open === id || of.renamed?.values.item === String(id));
	return html`<li id=${`item-${id}`}>
		<div class="check-line">
			<form method="post" action=${tasks.itemTick(task.id)}>
				<input type="hidden" name="item" value=${String(id)} />
				<button class="tick" name="done" value=${is_done ? "0" : "1"} role="checkbox" aria-checked=${is_done ? "true" : "false"}>
					<span class="tick-box">${icon("check")}</span><span>${text}</span>
				</button>
			</form>
			${
				mayChange &&
				!isOpen &&
				linkButton({
					label: "改",
					about: `：${text}`,
					tone: "quiet",
					size: "s",
					href: `${tasks.show(task.id)}?item=${id}#item-${id}`,
				})
			}
		</div>
		${isOpen && changing(of, at, item)}
	</li>`;
}

/** Draws the forms of an open item: its text, its place, its removal. */
function changing({ task, items, renamed }: ChecklistCard, at: number, { id, text }: TaskItemRow): VNode {
	const isRefused = renamed?.values.item === String(id);
	const state = isRefused ? { ...renamed, prefix: "item" } : freshForm({ text }, "item");
	const hidden = html`<input type="hidden" name="item" value=${String(id)} />`;
	const [before, next, after] = [items[at - 1], items[at + 1], items[at + 2]];
	return html`<div class="in-item stack tight">
		${form(
			{ action: tasks.itemEdit(task.id), state },
			html`<div class="row">
				${hidden}
				<input type="hidden" name="was" value=${text} />
				${field({ name: "text", label: "檢查項目", state, autocomplete: "off" })}
				<div class="row form-end">
					${button({ label: "儲存", tone: "primary", busy: "儲存中..." })}
					${linkButton({ label: "取消", href: `${tasks.show(task.id)}#item-${id}` })}
				</div>
			</div>`,
		)}
		<div class="row">
			<form method="post" action=${tasks.itemPlace(task.id)} class="row">
				${hidden}
				${before && button({ label: "上移", icon: "up", size: "s", name: "place", value: String(before.id) })}
				${next && button({ label: "下移", icon: "down", size: "s", name: "place", value: String(after?.id ?? "end") })}
			</form>
			<form method="post" action=${tasks.itemRemoval(task.id)}>
				${hidden} ${button({ label: "刪除", icon: "trash", tone: "quiet", size: "s", about: `：${text}` })}
			</form>
		</div>
	</div>`;
}

const adding = ({ task, open, key, added }: ChecklistCard): VNode => {
	const state = { ...(added ?? freshForm()), prefix: "new-item" };
	return html`<form class="item-add" method="post" action=${tasks.items(task.id)} novalidate>
		<input type="hidden" name="_key" value=${key} />
		${newField({ name: "text", label: "新項目", hideLabel: true, state, placeholder: "新項目：按 Enter 加到最後", autocomplete: "off", autofocus: open === "new" })}
		${button({ label: "新增", size: "s", busy: "新增中...", about: "檢查項目" })}
	</form>`;
};
