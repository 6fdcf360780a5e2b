import { actionWords } from "#admin/action-words.ts";
import { actorWords } from "#admin/words.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { fundRows, monthFigures, ratioRow } from "#db/books/index.ts";
import { latestPublishes } from "#db/content/index.ts";
import { duesFigures } from "#db/money/index.ts";
import { announcementsFor } from "#db/office/index.ts";
import { memberFigures, memberMoves } from "#db/people/index.ts";
import type { Select } from "#db/read.ts";
import { type AuditTail, auditTail, contentFigures, leftForms, nextPlanned } from "#db/shell/dashboard.ts";
import { firstSteps } from "#db/shell/first-steps.ts";
import { type PeopleFigures, peopleFigures } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { funds } from "#ui/facts.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { ago } from "#ui/time.ts";
import { drawAnnouncements, MOST_ANNOUNCEMENTS } from "./announcements-widget.ts";
import { drawContent, drawLeftForms, drawPlanned, drawPublishes, editable } from "./content-widgets.ts";
import { drawFunds, drawMonths, drawRatios } from "./finance-figures-widgets.ts";
import { drawFirstSteps } from "./first-steps-widget.ts";
import { drawMembers, drawMoves, drawPlaces, firstDayShown } from "./member-widgets.ts";
import { drawDues, yearAt } from "./money-widgets.ts";

/**
 * A part of the dashboard, shown to users whom its gate admits: one SQL statement, and the function that draws its
 * rows.
 */
type Widget<Row> = {
	gate: Gate;
	/** The part of the page: waiting work first, then figures, then charts with the background beside them. */
	place: "beside" | "figures" | "charts" | "background";
	ask: (who: Visitor, at: number) => Select<Row>;
	draw: Draw<Row>;
	/** Draws more of the same rows beside what waits. */
	beside?: Draw<Row>;
};
type Draw<Row> = (rows: Row[], at: number, who: Visitor) => Children;
/** A widget whose row type is erased, so that one list can hold widgets of all kinds. */
export type AnyWidget = Pick<Widget<unknown>, "gate" | "place" | "ask"> & {
	draw: Draw<unknown>;
	beside: Draw<unknown>;
};

/** Erases a widget's row type. The casts are safe, because the rows are always those of the widget's own `ask`. */
const widget = <Row>({ draw, beside, ...rest }: Widget<Row>): AnyWidget => ({
	...rest,
	draw: (rows, at, who) => draw(rows as Row[], at, who),
	beside: (rows, at, who) => beside?.(rows as Row[], at, who),
});

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

/** The only list of widgets, in the order of the page. */
export const WIDGETS: readonly AnyWidget[] = [
	widget({
		gate: "staff",
		place: "beside",
		ask: ({ userId }) => announcementsFor(userId, "staff", { take: MOST_ANNOUNCEMENTS }),
		draw: drawAnnouncements,
	}),
	widget({ gate: "content", place: "beside", ask: ({ userId }) => leftForms(userId), draw: drawLeftForms }),
	widget({ gate: "settings", place: "beside", ask: firstSteps, draw: drawFirstSteps }),
	widget({ gate: "members", place: "beside", ask: (_, at) => memberMoves(firstDayShown(at)), draw: drawMoves }),
	widget({
		gate: "members",
		place: "figures",
		ask: (_, at) => memberFigures(dateInTaipei(at)),
		draw: drawMembers,
		beside: drawPlaces,
	}),
	widget({ gate: "payments", place: "beside", ask: (_, at) => duesFigures(yearAt(at)), draw: drawDues }),
	widget({ gate: "ledger", place: "figures", ask: fundRows, draw: drawFunds }),
	widget({ gate: "ledger", place: "figures", ask: (_, at) => ratioRow(yearAt(at)), draw: drawRatios }),
	widget({ gate: "ledger", place: "charts", ask: (_, at) => monthFigures(yearAt(at)), draw: drawMonths }),
	widget({ gate: "content", place: "figures", ask: contentFigures, draw: drawContent }),
	widget({ gate: "content", place: "figures", ask: (who) => nextPlanned(editable(who)), draw: drawPlanned }),
	widget({ gate: "content", place: "background", ask: latestPublishes, draw: drawPublishes }),
	widget({ gate: "users", place: "figures", ask: peopleFigures, draw: drawPeople }),
	widget({ gate: "audit", place: "background", ask: auditTail, draw: drawAudit }),
];
