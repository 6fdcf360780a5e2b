import type { TaskListRow } from "#db/office/task-lists.ts";
import type { Assignable } from "#db/office/tasks.ts";
import { NewTask, TaskArrangement } from "#domain/office/tasks/form.ts";
import { paths } from "#http/paths.ts";
import { PRIORITIES, PRIORITY_LABELS } from "#kernel/priority.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, fieldId, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";

const { tasks } = paths.admin;
const newField = fieldsOf(NewTask);
const field = fieldsOf(TaskArrangement);

const options = (people: readonly Assignable[]) => people.map(({ id, name }) => ({ value: String(id), label: name }));

/** Draws the line over the list in which a title and Enter make a task; a refused one is the form of a new task. */
export const quickAdd = (people: readonly Assignable[], key: string): VNode => {
	const state = freshForm({}, "quick");
	return card(
		{ label: "快速新增任務", flush: true },
		html`<form class="quick-add" method="post" action=${tasks.create()} novalidate>
			<input type="hidden" name="_key" value=${key} />
			<input type="hidden" name="status" value="todo" />
			<input type="hidden" name="priority" value="3" />
			<input type="hidden" name="next" value="list" />
			${newField({ name: "title", label: "新任務", hideLabel: true, state, placeholder: "新任務：要做什麼，按 Enter 新增", autocomplete: "off" })}
			${newField({ name: "assignee", label: "負責人", hideLabel: true, state, type: "select", empty: "未指派", options: options(people) })}
			${newField({ name: "due_on", label: "期限", hideLabel: true, state, type: "date", days: "future" })}
			${button({ label: "新增", size: "s", busy: "新增中..." })}
		</form>`,
	);
};

/** The id of the first field of a row; an address that ends with it gives the field the focus. */
export const FIRST_IN_ROW = fieldId(freshForm(), "assignee");

type Arranging = { row: TaskListRow; people: readonly Assignable[]; here: Here; state: FormState | undefined };

/** Draws the fields of a task that are changed in its row: who does it, until when, how urgent it is. */
export function arranging({ row, people, here, state }: Arranging): VNode {
	const now =
		state ??
		freshForm({
			assignee: row.assignee_id === null ? "" : String(row.assignee_id),
			due_on: row.due_on ?? "",
			priority: String(row.priority),
		});
	const isKnown = row.assignee_id === null || people.some(({ id }) => id === row.assignee_id);
	const known = isKnown
		? options(people)
		: [{ value: String(row.assignee_id), label: row.assignee ?? "" }, ...options(people)];
	return html`<div class="in-row">
		${form(
			{ action: hrefWith({ ...here, path: tasks.arrange(row.id) }, {}), state: now, version: row.version },
			html`<div class="row">
				${field({ name: "assignee", label: "負責人", state: now, type: "select", empty: "未指派", options: known })}
				${field({ name: "due_on", label: "期限", state: now, type: "date", days: "future" })}
				${field({
					name: "priority",
					label: "優先順序",
					state: now,
					type: "select",
					options: PRIORITIES.map((code) => ({ value: String(code), label: PRIORITY_LABELS[code] })),
				})}
				<div class="row form-end">
					${button({ label: "儲存", tone: "primary", busy: "儲存中..." })}
					${linkButton({ label: "取消", href: `${hrefWith(here, { open: undefined })}#task-${row.id}` })}
				</div>
			</div>`,
		)}
	</div>`;
}
