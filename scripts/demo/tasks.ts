/** Makes the tasks (任務) of the demo association's office, in all four states. */

import type { Db } from "#db/commit.ts";
import type { RecordViewer } from "#db/office/task-records.ts";
import { readRows, select } from "#db/read.ts";
import { createTask } from "#domain/office/tasks/actions.ts";
import { addItem } from "#domain/office/tasks/item-actions.ts";
import { RECORD_TYPES, type RecordRef, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { addNote } from "#domain/people/notes/actions.ts";
import { byUser } from "#kernel/by.ts";
import type { Priority } from "#kernel/priority.ts";
import { dayIn } from "#kernel/times.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [ADMIN, SECRETARY, EDITOR, CASHIER, ACCOUNTANT, CHAIR] = [
	"admin@example.org",
	"secretary@example.org",
	"editor@example.org",
	"cashier@example.org",
	"accountant@example.org",
	"chair@example.org",
];

type DemoTask = {
	title: string;
	body?: string;
	status?: TaskStatus;
	priority?: Priority;
	by: string | undefined;
	to?: string | undefined;
	/** In how many days it is due; `ago` is how many days ago it was made. */
	due?: number;
	ago: number;
	/** The record that the task is about: a member by name, or an expense request (支出申請) by its title. */
	about?: { member: string } | { finance: string };
	notes?: readonly [author: string | undefined, content: string][];
	/** Its checklist, of which so many of the first items are done. */
	items?: { texts: readonly string[]; done: number };
};

/** The tasks, from the bottom of each column to its top. */
const TASKS: readonly DemoTask[] = [
	{
		title: "確認理監事會議的場地與便當",
		body: "12 月的理監事會議在會所，請確認投影機能用，便當素食 3 份。",
		by: CHAIR,
		to: SECRETARY,
		due: 9,
		ago: 2,
		items: { texts: ["寄開會通知", "會所投影機試一次", "統計出席人數", "訂便當（素食 3 份）", "印會議資料"], done: 2 },
	},
	{
		title: "補寄 3 位會員的會刊",
		body: "第 38 期會刊退件三份，地址已請會員更正，請重新寄出。",
		by: SECRETARY,
		ago: 5,
		priority: 4,
		due: 20,
	},
	{
		title: "官網更新年度聚會的報名連結",
		body: "舊的表單 11 月底關閉。\n新的連結在共用資料夾「115 年聚會」。",
		by: SECRETARY,
		to: EDITOR,
		priority: 2,
		due: 1,
		ago: 3,
		notes: [[EDITOR, "首頁橫幅也會一起換，圖片週三前給我就好。"]],
	},
	{
		title: "打電話關心石國樑先生的證明換發",
		body: "舊的身心障礙證明月底到期，上次說已經送件，還沒有收到新證。",
		by: SECRETARY,
		to: SECRETARY,
		priority: 1,
		due: -2,
		ago: 8,
		about: { member: "石國樑" },
		notes: [
			[SECRETARY, "電話沒有接，已傳簡訊。"],
			[CASHIER, "會費先照原價開，補證後再退差額。"],
		],
	},
	{
		title: "核對 11 月郵政劃撥明細",
		body: "郵局的明細檔已經下載，請對到收款；有兩筆看不出是誰，先放暫收款。",
		status: "doing",
		by: ACCOUNTANT,
		to: CASHIER,
		priority: 2,
		due: 4,
		ago: 4,
	},
	{
		title: "整理會刊印刷費的比價資料",
		body: "三家報價單掃描後附在支出申請。",
		status: "doing",
		by: SECRETARY,
		to: CASHIER,
		due: 0,
		ago: 6,
		about: { finance: "第 38 期會刊印刷費" },
	},
	{
		title: "更新新會員歡迎信",
		status: "doing",
		by: SECRETARY,
		to: EDITOR,
		ago: 10,
		priority: 4,
	},
	{
		title: "申請年度公益勸募許可展延",
		body: "衛福部要求的文件都已備齊，掛號寄出。",
		status: "done",
		by: CHAIR,
		to: SECRETARY,
		due: -6,
		ago: 21,
		notes: [[SECRETARY, "掛號號碼已記在收發文簿。"]],
	},
	{
		title: "更換會所門禁密碼",
		status: "done",
		by: ADMIN,
		to: ADMIN,
		ago: 14,
		items: { texts: ["設定新密碼", "通知志工組"], done: 1 },
	},
	{
		title: "設計新的識別證樣式",
		body: "今年經費不足，明年再議。",
		status: "dropped",
		by: EDITOR,
		to: EDITOR,
		ago: 30,
	},
];

const VIEWER: Omit<RecordViewer, "userId"> = {
	types: RECORD_TYPES,
	allFinance: true,
	allDocuments: true,
	allAnnouncements: true,
};

/** Makes the tasks when there is none; returns how many. `at` is UTC milliseconds; people and members must exist. */
export async function seedDemoTasks(db: Db, at: number): Promise<number> {
	const [[there], people] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM tasks LIMIT 1"),
		select<{ id: number; email: string }>("SELECT id, email FROM users WHERE email IS NOT NULL"),
	);
	if (there) return 0;
	const idOf = (email = ""): number | null => people.find((one) => one.email === email)?.id ?? null;
	for (const [n, task] of TASKS.entries()) {
		const { title, body = "", status = "todo", priority = 3, due, notes = [], items } = task;
		const by = byUser(idOf(task.by) ?? 1, null, at - task.ago * DAY_MS);
		const about = await recordOf(db, task.about);
		const due_on = due === undefined ? null : dayIn(at, due);
		const input = { title, body, status, priority, due_on, assignee: idOf(task.to) };
		const viewer = { ...VIEWER, userId: by.userId ?? 1 };
		const id = await createTask(db, { input, about, viewer, by, key: `demo-task-${n}` });
		for (const [n, text] of (items?.texts ?? []).entries()) {
			await addItem(db, id, { input: { text, done: n < (items?.done ?? 0) }, by, key: `demo-task-item-${id}-${n}` });
		}
		for (const [at, [author, content]] of notes.entries())
			await addNote(db, {
				notable: { type: "task", id },
				content,
				by: { ...byUser(idOf(author) ?? 1, null, by.at + (at + 1) * 5 * HOUR_MS) },
			});
	}
	return TASKS.length;
}

/** Returns the record that a task is about; undefined when it does not exist. */
async function recordOf(db: Db, about: DemoTask["about"]): Promise<RecordRef | undefined> {
	if (!about) return undefined;
	const [type, sql, name] =
		"member" in about
			? ([
					"member",
					"SELECT id FROM members WHERE name = ?1 AND merged_into IS NULL ORDER BY id LIMIT 1",
					about.member,
				] as const)
			: ([
					"finance",
					"SELECT id FROM finance_documents WHERE title = ?1 AND state <> 'draft' ORDER BY id LIMIT 1",
					about.finance,
				] as const);
	const [[row]] = await readRows(db.$client, select<{ id: number }>(sql, name));
	return row && { type, id: row.id };
}
