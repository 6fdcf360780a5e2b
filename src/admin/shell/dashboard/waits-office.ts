import { dayWords, dueNear } from "#admin/office/index.ts";
import { whatWords } from "#admin/shell/confirmations/words.ts";
import { ownTasks } from "#db/office/index.ts";
import { type Failure, failures } from "#db/shell/dashboard.ts";
import { confirmableBy } from "#db/system/index.ts";
import { isOverdue } from "#domain/office/index.ts";
import { paths } from "#http/paths.ts";
import { dayIn } from "#kernel/times.ts";
import { figure } from "#ui/money.ts";
import { type AnyWaitKind, waitingIn, waitKind } from "./wait.ts";

const { confirmations, deadLetters, health, mail, tasks, webhooks } = paths.admin;

const FAILURES: Record<Failure["kind"], { what: string; sub: string; href: string }> = {
	cron: { what: "排程已停住", sub: "定時發布、寄信與提醒都不會進行", href: health.show() },
	health: { what: "系統檢查有問題", sub: "每小時檢查發現不一致的資料", href: health.show() },
	backup: { what: "超過一週沒有備份", sub: "請維運人員執行備份", href: health.show() },
	dead_letters: { what: "背景工作失敗", sub: "背景工作多次重試仍未完成", href: deadLetters.list() },
	failed_mails: { what: "寄送失敗的郵件", sub: "收件人沒有收到", href: `${mail.list()}?state=failed` },
	silent_webhooks: { what: "已停用的官網通知", sub: "官網可能沒有更新", href: webhooks.list() },
};

/** What waits of the user's tasks, of decisions by a second person, and of the system itself. */
export const OFFICE_WAITS: readonly AnyWaitKind[] = [
	waitKind({
		code: "tasks",
		name: "任務",
		gate: "tasks",
		ask: ({ userId }, _, most) => ownTasks(userId, most),
		total: waitingIn,
		lines: (rows, at) => {
			const today = dayIn(at, 0);
			return rows.map((row) => ({
				since: row.since,
				what: row.title,
				sub: row.due_on === null ? undefined : dueNear(row, today) || `${dayWords(row.due_on, today)}到期`,
				isLate: isOverdue(row, today),
				href: tasks.show(row.id),
				act: "打開",
			}));
		},
	}),
	waitKind({
		code: "confirmations",
		name: "第二人確認",
		gate: "second_persons",
		ask: ({ userId }, _, most) => confirmableBy(userId, most),
		total: waitingIn,
		lines: (rows) =>
			rows.map((row) => ({
				since: row.requested_at,
				what: whatWords(row).title,
				sub: `${row.requested_by_name}提出`,
				href: confirmations.list(),
				act: "確認",
			})),
	}),
	waitKind({
		code: "system",
		name: "系統",
		gate: "operations",
		ask: (_, at) => failures(at),
		lines: (rows) =>
			rows.map(({ kind, count, since }) => {
				const { what, sub, href } = FAILURES[kind];
				return { since, what, sub: count > 1 ? `${sub}，${figure(count)} 件` : sub, isLate: true, href, act: "查看" };
			}),
	}),
];
