import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	countTasks,
	listedTasks,
	TASK_SORTS,
	TASKS_PER_PAGE,
	type TaskCounts,
	type TaskFilter,
	type TaskListRow,
	taskPage,
	taskWords,
} from "#db/office/task-lists.ts";
import { type Assignable, staffWithTasks } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { PRIORITY_LABELS, type Priority } from "#kernel/priority.ts";
import { dayIn } from "#kernel/times.ts";
import { bulkBand, rowBox } from "#kits/list/chosen.ts";
import { choice, oneOf, RecordId, tab, type ValuesOf, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneNow, noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Tab } from "#ui/page.ts";
import type { Column } from "#ui/table.ts";
import { taskPriority } from "#ui/task-facts.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { readerOf } from "./asks.ts";
import { FILE_COLUMNS } from "./export-columns.ts";
import { arranging, FIRST_IN_ROW, quickAdd } from "./in-list.ts";
import { assigneeOf, countsOf, dueOf, TASK_CRUMBS, TASKS, taskStatus } from "./words.ts";

const { tasks } = paths.admin;

/** The id of the form that the checkboxes of the rows belong to. */
const CHANGE_FORM = "tasks-bulk";

const PRIORITIES: Record<"1" | "2" | "3" | "4", Priority> = { "1": 1, "2": 2, "3": 3, "4": 4 };

/** The filter conditions that the list and the board share. */
export const SHARED_CONDITIONS = {
	assignee: oneOf("負責人", z.enum(["me", "none"]).or(RecordId)),
	priority: choice("優先順序", [["1", "2", "3", "4"], (code) => PRIORITY_LABELS[PRIORITIES[code]]]),
	due: choice("期限", [
		["overdue", "today", "week", "none"],
		{ overdue: "逾期", today: "今天到期", week: "7 天內到期", none: "沒有期限" },
	]),
};

/**
 * The list page 任務: all open tasks, filtered by the conditions. A user without `tasks_manage` sees only the tasks
 * assigned to that user.
 */
export const taskList = listing({
	path: tasks.list(),
	gate: "tasks",
	title: TASKS,
	unit: "件",
	area: "會務",
	crumbs: TASK_CRUMBS.slice(0, -1),
	sheets: ["tasks"],
	conditions: {
		q: words("標題、內容或 #編號"),
		status: choice("狀態", [[...TASK_STATUSES, "all"], { ...TASK_STATUS_LABELS, all: "全部" }], "未完成"),
		...SHARED_CONDITIONS,
		/** The task whose row is being changed. */
		open: tab(RecordId.optional()),
	},
	sorts: TASK_SORTS,
	sort: "due",
	size: TASKS_PER_PAGE,
	read: async ({ env, who, at }, { sort, page, ...asked }) => {
		const reader = readerOf(who);
		const [rows, [count], [counts], people] = await readRows(
			env.DB,
			...taskPage({ reader, filter: filterOf(asked, { userId: who.userId, at }), sort, page }),
			countTasks(reader, dayIn(at, 0)),
			staffWithTasks(),
		);
		return { rows, total: count?.total ?? 0, counts: counts ?? { mine: 0, overdue: 0 }, people };
	},
	options: (list) => ({ assignee: assigneeOptions(list) }),
	lead: ({ asked, isNarrowed, total }) =>
		`${asked.status === "all" ? "共" : isNarrowed ? "符合條件的有" : "還沒完成的有"} ${figure(total)} 件。`,
	tabs: ({ counts, who, query }) => taskTabs(counts, { who, here: hereOf(query) }),
	// An empty list shows the button 新增任務 itself.
	actions: ({ total, query, who, isNarrowed }) => [
		total > 0 && actionsMenu({ label: "匯出" }, ...exportLinks(tasks.export, query)),
		(total > 0 || isNarrowed) && allows("tasks_manage", who) && newTaskButton,
	],
	above: ({ who, people, total, isNarrowed }) =>
		allows("tasks_manage", who) && (total > 0 || isNarrowed) && quickAdd(people, crypto.randomUUID()),
	band: ({ who, total, conditions, query }) =>
		allows("tasks_manage", who) &&
		bulkBand({
			...{ form: CHANGE_FORM, unit: "件", total, conditions, here: query },
			actions: [{ label: "指派、改期或改狀態", action: tasks.changeChoice() }],
		}),
	columns: (list) => columnsAt(list),
	rowId: ({ id }) => `task-${id}`,
	under: (row, { asked, who, people, here, state }) =>
		row.id === asked.open && allows("tasks_manage", who) ? arranging({ row, people, here, state }) : null,
	none: ({ who }) =>
		allows("tasks_manage", who)
			? noneNow({
					title: "沒有還沒完成的任務",
					text: "要做的事可以寫成任務，交給負責的人，並訂下期限。",
					actions: newTaskButton,
				})
			: noneYet({ title: "目前沒有交給您的任務", text: "有人把任務交給您時，會列在這裡，也會寄信通知。" }),
	file: {
		path: tasks.export,
		holds: "books",
		narrow: "請加上條件分次匯出",
		noted: ["task.export", "task"],
		columns: FILE_COLUMNS,
		read: async ({ env, who, at }, { sort, ...asked }, most) => {
			const filter = filterOf(asked, { userId: who.userId, at });
			const [rows] = await readRows(env.DB, listedTasks({ reader: readerOf(who), filter, sort }, most));
			return { rows, filter: allows("tasks_manage", who) ? {} : { own: "yes" } };
		},
	},
});

type TasksAsked = ValuesOf<typeof SHARED_CONDITIONS> & { q: string; status?: TaskStatus | "all" | undefined };

const WEEK = 6;
/** Returns the conditions as the database filter. Without a condition on the state, open tasks are shown. */
export const filterOf = (
	{ q, assignee, priority, due, status }: TasksAsked,
	{ userId, at }: { userId: number; at: number },
): TaskFilter => ({
	words: taskWords(q),
	status: status === "all" ? undefined : (status ?? "open"),
	assignee: assignee === "me" ? userId : assignee,
	priority: priority && PRIORITIES[priority],
	due,
	today: dayIn(at, 0),
	week: dayIn(at, WEEK),
});

const MINE = `${tasks.list()}?assignee=me`;
const OVERDUE = `${tasks.list()}?due=overdue`;

/**
 * Returns the tabs of the task pages: the list, the user's own tasks, overdue tasks, and the board. Users who see only
 * their own tasks have no tab 我的.
 */
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

/** The primary button 新增任務, a link to the form of a new task. */
export const newTaskButton = linkButton({ label: "新增任務", icon: "plus", href: tasks.create(), tone: "primary" });

/** Returns which tab is current for the conditions of the address. */
function hereOf(query: Record<string, string>): "list" | "mine" | "overdue" {
	const looks = ["sort", "page", "open", "cols", "view"];
	const asked = Object.entries(query).filter(([name, value]) => value !== "" && !looks.includes(name));
	const [[name, value] = ["", ""]] = asked;
	if (asked.length !== 1) return "list";
	if (name === "assignee" && value === "me") return "mine";
	return name === "due" && value === "overdue" ? "overdue" : "list";
}

/** Returns the options of the assignee filter; undefined for users who do not see all tasks. */
export const assigneeOptions = ({ people, who }: { people: readonly Assignable[]; who: Visitor }) =>
	allows("tasks_manage", who)
		? [
				{ value: "me", label: "我" },
				{ value: "none", label: "未指派" },
				...people.map(({ id, name }) => ({ value: String(id), label: name })),
			]
		: undefined;

const columnsAt = ({ at, who, here }: { at: number; who: Visitor; here: Here }): Column<TaskListRow>[] => [
	{
		label: "任務",
		sort: "title",
		head: true,
		cell: (row) =>
			html`<span class="who">
				${allows("tasks_manage", who) && rowBox(CHANGE_FORM, { id: row.id, name: row.title })}
				<span><a href=${tasks.show(row.id)}>${row.title}</a><small class="soft">${countsOf(row)}</small></span>
			</span>`,
	},
	{ id: "assignee", label: "負責人", sort: "assignee", cell: assigneeOf },
	{ id: "due", label: "期限", sort: "due", nowrap: true, cell: (row) => dueOf(row, dayIn(at, 0)) },
	{
		id: "priority",
		label: "優先順序",
		spare: true,
		sort: "priority",
		nowrap: true,
		cell: ({ priority }) => taskPriority(priority),
	},
	{
		id: "updated",
		label: "更新",
		spare: true,
		sort: "updated",
		nowrap: true,
		cell: ({ updated_at }) => ago(updated_at, at),
	},
	{ id: "state", label: "狀態", sort: "state", sheet: "corner", bare: true, cell: ({ status }) => taskStatus(status) },
	...(allows("tasks_manage", who)
		? ([
				{
					label: "修改",
					quiet: true,
					sheet: "acts",
					bare: true,
					end: true,
					cell: ({ id, title }) =>
						linkButton({
							label: "改",
							about: `：${title}的負責人、期限、優先順序`,
							tone: "quiet",
							size: "s",
							href: `${hrefWith(here, { open: String(id) })}#${FIRST_IN_ROW}`,
						}),
				},
			] satisfies Column<TaskListRow>[])
		: []),
];
