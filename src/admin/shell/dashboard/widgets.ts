import { actionWords } from "#admin/action-words.ts";
import { viewerOf } from "#admin/books/index.ts";
import { actorWords } from "#admin/words.ts";
import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { firstWaiting, fundRows, monthFigures, openDoubts, outdatedStatements, ratioRow } from "#db/books/index.ts";
import { latestPublishes } from "#db/content/index.ts";
import {
	duesFigures,
	endingTerms,
	outdatedLists,
	returnedPayments,
	waitingAsks,
	waitingPayments,
} from "#db/money/index.ts";
import { announcementsFor, ownTasks } from "#db/office/index.ts";
import { memberFigures, memberMoves, membersWaiting, waitingCertificates, waitingRequests } from "#db/people/index.ts";
import type { Select } from "#db/read.ts";
import {
	type AuditTail,
	auditTail,
	contentFigures,
	failures,
	leftForms,
	nextPlanned,
	type Waiting,
} from "#db/shell/dashboard.ts";
import { firstSteps } from "#db/shell/first-steps.ts";
import { confirmableBy, type PeopleFigures, peopleFigures } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { funds } from "#ui/facts.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { ago } from "#ui/time.ts";
import { drawAnnouncements, MOST_ANNOUNCEMENTS } from "./announcements-widget.ts";
import { drawCertificates } from "./certificate-widget.ts";
import { drawConfirmations } from "./confirmations-widget.ts";
import { drawContent, drawLeftForms, drawPlanned, drawPublishes, editable } from "./content-widgets.ts";
import { doubtsIn, drawExaminations } from "./examinations-widget.ts";
import { drawFunds, drawMonths, drawRatios } from "./finance-figures-widgets.ts";
import { drawFinance, MOST_SHOWN } from "./finance-widget.ts";
import { drawFirstSteps } from "./first-steps-widget.ts";
import { drawMembersWaiting, membersDue } from "./member-waiting-widget.ts";
import { drawMembers, drawMoves, firstDayShown } from "./member-widgets.ts";
import { drawAsks, drawDues, drawPayments, drawReturned, drawTerms, yearAt } from "./money-widgets.ts";
import { drawGiftLists, drawStatements } from "./notices-widget.ts";
import { drawRequests } from "./privacy-widget.ts";
import { drawTasks, TASKS_SHOWN } from "./tasks-widget.ts";

/**
 * A part of the dashboard, shown to users whom its gate admits: one SQL statement, and the function that draws its
 * rows.
 */
type Widget<Row> = {
	gate: Gate;
	/** The part of the page: waiting work first, then figures, then charts with the background beside them. */
	place: "waiting" | "figures" | "charts" | "background";
	ask: (who: Visitor, at: number) => Select<Row>;
	draw: (rows: Row[], at: number, who: Visitor) => Children;
	/** Returns how many things in the rows wait for the current user. */
	due?: (rows: Row[]) => number;
};
/** A widget whose row type is erased, so that one list can hold widgets of all kinds. */
export type AnyWidget = Pick<Widget<unknown>, "gate" | "place" | "ask"> & {
	draw: (rows: unknown[], at: number, who: Visitor) => Children;
	due: (rows: unknown[]) => number;
};

/** Erases a widget's row type. The casts are safe, because the rows are always those of the widget's own `ask`. */
const widget = <Row>({ draw, due = () => 0, ...rest }: Widget<Row>): AnyWidget => ({
	...rest,
	draw: (rows, at, who) => draw(rows as Row[], at, who),
	due: (rows) => due(rows as Row[]),
});

const FAILURES: Record<Waiting["kind"], { title: string; sub: string; href: string }> = {
	cron: { title: "排程已停住", sub: "定時發布、寄信與提醒都不會進行", href: paths.admin.health.show() },
	health: { title: "系統檢查有問題", sub: "每小時檢查發現不一致的資料", href: paths.admin.health.show() },
	backup: { title: "超過一週沒有備份", sub: "請維運人員執行備份", href: paths.admin.health.show() },
	dead_letters: { title: "背景工作失敗", sub: "背景工作多次重試仍未完成", href: paths.admin.deadLetters.list() },
	failed_mails: { title: "寄送失敗的郵件", sub: "收件人沒有收到", href: `${paths.admin.mail.list()}?state=failed` },
	silent_webhooks: { title: "已停用的官網通知", sub: "官網可能沒有更新", href: paths.admin.webhooks.list() },
};

const drawPeople = ([row]: PeopleFigures[]): Children =>
	row &&
	card(
		{ title: "使用者", link: { href: paths.admin.users.list(), label: "名單" } },
		funds([
			{ name: "使用中", value: String(row.active) },
			{ name: "待啟用", value: String(row.invited) },
			{ name: "已停用", value: String(row.disabled) },
			{ name: "未設兩步驟驗證的工作人員", value: String(row.unprotected) },
		]),
	);

const drawAudit = (rows: AuditTail[], at: number): Children =>
	card(
		{ title: "最近的稽核紀錄", link: { href: paths.admin.audit.list(), label: "全部" }, flush: true },
		rows.length === 0
			? noneYet({ title: "還沒有紀錄", text: "有人修改資料後，會記在這裡。" })
			: items(
					rows.map((row) => ({
						title: actionWords(row.action),
						end: row.name ?? actorWords(row.actor),
						endSub: ago(row.at, at),
					})),
				),
	);

const drawFailures = (rows: Waiting[]): Children => {
	const open = rows.filter(({ count }) => count > 0);
	if (open.length === 0) return null;
	return card(
		{ title: "需要處理", count: open.reduce((sum, { count }) => sum + count, 0), due: true, flush: true },
		items(open.map(({ kind, count }) => ({ ...FAILURES[kind], end: `${count} 件` }))),
	);
};

const ASKS_SHOWN = 5;
const CONFIRMATIONS_SHOWN = 5;

/** The only list of widgets, in the order of the page. */
export const WIDGETS: readonly AnyWidget[] = [
	widget({
		gate: "operations",
		place: "waiting",
		ask: (_, at) => failures(at),
		draw: drawFailures,
		due: (rows) => rows.reduce((sum, { count }) => sum + count, 0),
	}),
	widget({
		gate: "payments_verify",
		place: "waiting",
		ask: waitingPayments,
		draw: drawPayments,
		due: ([row]) => row?.waiting ?? 0,
	}),
	widget({
		gate: "second_persons",
		place: "waiting",
		ask: ({ userId }) => confirmableBy(userId, CONFIRMATIONS_SHOWN),
		draw: drawConfirmations,
		due: (rows) => rows.length,
	}),
	widget({
		gate: "receipt_asks",
		place: "waiting",
		ask: ({ userId }) => waitingAsks(userId, ASKS_SHOWN),
		draw: drawAsks,
		due: (rows) => rows.length,
	}),
	widget({
		gate: "payments_record",
		place: "waiting",
		ask: ({ userId }) => returnedPayments(userId),
		draw: drawReturned,
		due: (rows) => rows.length,
	}),
	widget({
		gate: "finance",
		place: "waiting",
		ask: (who, at) => firstWaiting(viewerOf(who, at), MOST_SHOWN),
		draw: drawFinance,
		due: ([row]) => row?.waiting ?? 0,
	}),
	widget({
		gate: "examinations_answer",
		place: "waiting",
		ask: ({ userId }) => openDoubts(userId),
		draw: drawExaminations,
		due: doubtsIn,
	}),
	widget({
		gate: "statements_publish",
		place: "waiting",
		ask: outdatedStatements,
		draw: drawStatements,
		due: (rows) => rows.length,
	}),
	widget({
		gate: "gift_lists_publish",
		place: "waiting",
		ask: outdatedLists,
		draw: drawGiftLists,
		due: (rows) => rows.length,
	}),
	widget({
		gate: "term_deposits",
		place: "waiting",
		ask: (_, at) => endingTerms(dateInTaipei(at)),
		draw: drawTerms,
		due: (rows) => rows.length,
	}),
	widget({
		gate: "certificates",
		place: "waiting",
		ask: waitingCertificates,
		draw: drawCertificates,
		due: ([row]) => row?.waiting ?? 0,
	}),
	widget({
		gate: "members",
		place: "waiting",
		ask: (who, at) =>
			membersWaiting(
				{
					approve: allows("members_approve", who),
					links: allows("members_manage", who),
					merge: allows("members_merge", who),
				},
				dateInTaipei(at),
			),
		draw: drawMembersWaiting,
		due: membersDue,
	}),
	widget({
		gate: "members_manage",
		place: "waiting",
		ask: (_, at) => waitingRequests(dateInTaipei(at)),
		draw: drawRequests,
		due: ([row]) => row?.waiting ?? 0,
	}),
	widget({
		gate: "tasks",
		place: "waiting",
		ask: ({ userId }, at) => ownTasks(userId, dateInTaipei(at), TASKS_SHOWN),
		draw: drawTasks,
		due: ([row]) => row?.overdue ?? 0,
	}),
	widget({
		gate: "staff",
		place: "waiting",
		ask: ({ userId }) => announcementsFor(userId, "staff", { take: MOST_ANNOUNCEMENTS }),
		draw: drawAnnouncements,
	}),
	widget({ gate: "content", place: "waiting", ask: ({ userId }) => leftForms(userId), draw: drawLeftForms }),
	widget({ gate: "settings", place: "waiting", ask: firstSteps, draw: drawFirstSteps }),
	widget({
		gate: "members",
		place: "figures",
		ask: (_, at) => memberFigures(dateInTaipei(at)),
		draw: drawMembers,
	}),
	widget({ gate: "payments", place: "figures", ask: (_, at) => duesFigures(yearAt(at)), draw: drawDues }),
	widget({ gate: "ledger", place: "figures", ask: fundRows, draw: drawFunds }),
	widget({ gate: "ledger", place: "figures", ask: (_, at) => ratioRow(yearAt(at)), draw: drawRatios }),
	widget({ gate: "ledger", place: "charts", ask: (_, at) => monthFigures(yearAt(at)), draw: drawMonths }),
	widget({ gate: "members", place: "charts", ask: (_, at) => memberMoves(firstDayShown(at)), draw: drawMoves }),
	widget({ gate: "content", place: "figures", ask: contentFigures, draw: drawContent }),
	widget({ gate: "content", place: "figures", ask: (who) => nextPlanned(editable(who)), draw: drawPlanned }),
	widget({ gate: "content", place: "background", ask: latestPublishes, draw: drawPublishes }),
	widget({ gate: "users", place: "figures", ask: peopleFigures, draw: drawPeople }),
	widget({ gate: "audit", place: "background", ask: auditTail, draw: drawAudit }),
];
