import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { TASKS_PER_PAGE, type TaskCounts, type TaskListRow } from "#db/office/task-lists.ts";
import type { Assignable } from "#db/office/tasks.ts";
import {
	TASK_PRIORITIES,
	TASK_PRIORITY_LABELS,
	TASK_STATUS_LABELS,
	TASK_STATUSES,
} from "#domain/office/tasks/labels.ts";
import { dayIn } from "#domain/office/tasks/rules.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noMatch, noneNow, noneYet, pastTheEnd } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page, Tab } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { isNarrowed } from "./list-query.ts";
import { assigneeOf, countsOf, dueOf, TASK_CRUMBS, TASKS, taskPriority, taskStatus } from "./words.ts";

const { tasks } = paths.admin;

export type TaskList = {
	rows: TaskListRow[];
	total: number;
	counts: TaskCounts;
	/** Who may be chosen as a condition. */
	people: Assignable[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
	at: number;
};

const MINE = `${tasks.list()}?assignee=me`;
const OVERDUE = `${tasks.list()}?due=overdue`;

/** The sister pages: the list, what is one's own, what is over, the board. Who sees only their own has no 我的. */
export function taskTabs(
	counts: TaskCounts,
	{ who, here }: { who: Visitor; here: "list" | "mine" | "overdue" | "board" },
): Tab[] {
	const of = (count: number): number | undefined => (count === 0 ? undefined : count);
	const all = allows("tasks_manage", who);
	return [
		{
			label: all ? "列表" : "我的任務",
			href: tasks.list(),
			current: here === "list",
			count: all ? undefined : of(counts.mine),
		},
		...(all ? [{ label: "我的任務", href: MINE, current: here === "mine", count: of(counts.mine) }] : []),
		{ label: "逾期", href: OVERDUE, current: here === "overdue", count: of(counts.overdue) },
		{ label: "看板", href: tasks.board(), current: here === "board" },
	];
}

/** 新增任務, for whoever may. */
export const newTaskButton = linkButton({ label: "新增任務", icon: "plus", href: tasks.create(), tone: "primary" });

/** Every task that is open, or those that fit the conditions; who has only their own sees those. */
export function taskListPage(list: TaskList): Page {
	const { rows, total, page, query, counts, who, at } = list;
	const here: Here = { path: tasks.list(), query };
	return {
		title: TASKS,
		crumbs: TASK_CRUMBS.slice(0, -1),
		area: "會務",
		lead: `${query.status === "all" ? "共" : isNarrowed(query) ? "符合條件的有" : "還沒完成的有"} ${figure(total)} 件。`,
		actions: headActions(list),
		tabs: taskTabs(counts, { who, here: hereOf(query) }),
		sheets: ["tasks"],
		body: card(
			{ flush: true, label: TASKS },
			filters({ here, search: { placeholder: "標題、內容或 #編號" }, fields: fieldsOf(list) }),
			table({
				caption: TASKS,
				cards: true,
				columns: columnsAt(at),
				rows,
				sorted: { here, now: sortOf(here, "due") },
				empty: nothing(list, here),
			}),
			rows.length > 0 && pager({ here, page, size: TASKS_PER_PAGE, total, unit: "件" }),
		),
	};
}

/** Which tab the address stands for. */
function hereOf(query: Record<string, string>): "list" | "mine" | "overdue" {
	const asked = Object.entries(query).filter(([name, value]) => value !== "" && name !== "sort" && name !== "page");
	const [[name, value] = ["", ""]] = asked;
	if (asked.length !== 1) return "list";
	if (name === "assignee" && value === "me") return "mine";
	return name === "due" && value === "overdue" ? "overdue" : "list";
}

/** 新增任務 stands in an empty list itself. */
function headActions({ total, query, who }: TaskList): Children {
	return [
		total > 0 && actionsMenu({ label: "匯出" }, ...exportLinks(tasks.export, query)),
		(total > 0 || isNarrowed(query)) && allows("tasks_manage", who) && newTaskButton,
	];
}

function nothing({ total, query, who }: TaskList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短", TASKS);
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的任務", clearHref: here.path });
	if (!allows("tasks_manage", who))
		return noneYet({ title: "目前沒有交給您的任務", text: "有人把任務交給您時，會列在這裡，也會寄信通知。" });
	return noneNow({
		title: "沒有還沒完成的任務",
		text: "要做的事可以寫成任務，交給負責的人，並訂下期限。",
		actions: newTaskButton,
	});
}

/** The conditions that the list and the board share. */
export const sharedFields = ({ people, who }: Pick<TaskList, "people" | "who">): Filter[] => [
	...(allows("tasks_manage", who)
		? [
				{
					name: "assignee",
					label: "負責人",
					options: [
						{ value: "me", label: "我" },
						{ value: "none", label: "未指派" },
						...people.map(({ id, name }) => ({ value: String(id), label: name })),
					],
				},
			]
		: []),
	{
		name: "priority",
		label: "優先順序",
		options: TASK_PRIORITIES.map((code) => ({ value: String(code), label: TASK_PRIORITY_LABELS[code] })),
	},
	{
		name: "due",
		label: "期限",
		options: [
			{ value: "overdue", label: "逾期" },
			{ value: "today", label: "今天到期" },
			{ value: "week", label: "7 天內到期" },
			{ value: "none", label: "沒有期限" },
		],
	},
];

const fieldsOf = (list: TaskList): Filter[] => [
	{
		name: "status",
		label: "狀態",
		empty: "未完成",
		options: [
			...TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABELS[value] })),
			{ value: "all", label: "全部" },
		],
	},
	...sharedFields(list),
];

const columnsAt = (at: number): Column<TaskListRow>[] => [
	{
		label: "任務",
		head: true,
		cell: (row) =>
			html`<span><a href=${tasks.show(row.id)}>${row.title}</a><small class="soft">${countsOf(row)}</small></span>`,
	},
	{ label: "負責人", cell: assigneeOf },
	{ label: "期限", sort: "due", nowrap: true, cell: (row) => dueOf(row, dayIn(at, 0)) },
	{ label: "優先順序", sort: "priority", nowrap: true, cell: ({ priority }) => taskPriority(priority) },
	{ label: "更新", sort: "updated", nowrap: true, cell: ({ updated_at }) => ago(updated_at, at) },
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ status }) => taskStatus(status) },
];
