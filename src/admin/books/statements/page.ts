import { LEDGER_CRUMBS } from "#admin/books/ledger/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Approval, PublishedStatements } from "#db/books/statements.ts";
import { ApprovalForm } from "#domain/books/statements/form.ts";
import { passedWords } from "#domain/books/statements/paper.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { timeWords } from "#ui/time.ts";

const { statements, ledger, documents } = paths.admin;
const field = fieldsOf(ApprovalForm);

export type StatementsShown = {
	year: number;
	isClosed: boolean;
	approval: Approval | undefined;
	published: PublishedStatements | undefined;
	/** Whether the statements are now what was passed. */
	isAsPassed: boolean;
	who: Visitor;
};
type States = { approval: FormState; publication: FormState | undefined };

/** Returns the form of the approval, filled from what is recorded. */
export const filledApproval = (of: Approval | undefined): FormState =>
	freshForm(
		of
			? {
					board_on: of.board_on,
					board_no: of.board_no,
					audit_on: of.audit_on,
					meeting_on: of.meeting_on ?? "",
					meeting_no: of.meeting_no,
					filed_on: of.filed_on ?? "",
					filed_no: of.filed_no,
				}
			: {},
	);

/** Draws who passed a year's statements, and the press that publishes them. */
export function statementsPage(of: StatementsShown, states: States): Page {
	const { year, isClosed, who } = of;
	return {
		title: `${rocYear(year)} 年度報表的決議與公告`,
		area: "年度報表",
		crumbs: [...LEDGER_CRUMBS, { label: `${rocYear(year)} 年度報表`, href: `${ledger.annual()}?year=${year}` }],
		lead: html`<p class="row">${standing(of)}</p>`,
		slim: true,
		body: html`<div class="stack loose">
			${!isClosed && notice({ tone: "warn", title: "這個年度還沒有年度結帳" }, "結帳之後報表才不會變動，才能登記決議與公告。", html`<a href=${ledger.year(year)}>看年度結帳</a>`)}
			${changed(of)}
			${allows("statements_record", who) && isClosed ? approvalCard(of, states.approval) : of.approval && passedCard(of.approval)}
			${isClosed && publication(of, states.publication ?? freshForm())}
		</div>`,
	};
}

function standing({ published, approval, isAsPassed }: StatementsShown): VNode {
	if (!published) return status({ word: approval ? "已通過，還沒有公告" : "還沒有登記決議" });
	if (published.state !== "published") return status({ word: "已下架", icon: "minus" });
	return isAsPassed && published.approval_version === approval?.version
		? status({ word: "已公告", tone: "ok" })
		: status({ word: "要重新公告", tone: "danger" });
}

const changed = ({ approval, published, isAsPassed }: StatementsShown): Children =>
	approval &&
	!isAsPassed &&
	notice(
		{ tone: "danger", title: "報表和決議時的不一樣了" },
		published?.state === "published"
			? "登記決議之後，帳或財產有變動；官網上公告的是變動以前的。請確認報表，重新登記決議，再重新公告。"
			: "登記決議之後，帳或財產有變動。請確認報表並重新登記決議，才能公告。",
	);

const passedCard = (approval: Approval): VNode =>
	card({ title: "決議" }, html`<ul>${passedWords(approval).map((words) => html`<li>${words}</li>`)}</ul>`);

const approvalCard = ({ year, approval }: StatementsShown, state: FormState): VNode =>
	card(
		{ title: "決議" },
		html`<p class="hint">理事會編造、監事會審核，提會員大會通過後報主管機關備查（社會團體財務處理辦法 §11）。會員大會沒有在期限內召開的，先填理事會與監事會，追認後再補。</p>`,
		form(
			{
				action: statements.show(year),
				state,
				version: approval?.version ?? 0,
				submit: "儲存決議",
				main: true,
				guard: true,
			},
			html`<div class="cols two">
				${field({ name: "board_on", label: "理事會通過日期", state, type: "date" })}
				${field({ name: "board_no", label: "理事會屆次", state, autocomplete: "off", hint: "例如第 3 屆第 5 次理事會。" })}
				${field({ name: "audit_on", label: "監事會審核日期", state, type: "date" })}
				${field({ name: "meeting_on", label: "會員大會通過日期", state, type: "date", optional: true })}
				${field({ name: "meeting_no", label: "會員大會屆次", state, autocomplete: "off", optional: true })}
				${field({ name: "filed_on", label: "報備日期", state, type: "date", optional: true })}
				${field({ name: "filed_no", label: "備查文號", state, autocomplete: "off", optional: true })}
			</div>`,
		),
		approval &&
			html`<p class="soft small">${timeWords(approval.recorded_at)}由${approval.recorded_by ?? "系統"}登記。</p>`,
	);

function publication({ year, approval, published, isAsPassed, who }: StatementsShown, state: FormState): VNode {
	const about = published && [
		html`<p>${timeWords(published.published_at)}由${published.published_by ?? "系統"}公告，第 ${published.number} 版。<a href=${documents.show(published.document_id)}>官網上的這份文件</a></p>`,
	];
	const may = allows("statements_publish", who);
	return card(
		{ title: "財務公告" },
		about,
		html`<p>收支決算表、資產負債表、財產目錄與基金收支表，連同決議做成 PDF，出現在官網的「財務公告」。保管人、存放地點與備註不公開。</p>`,
		!approval && html`<p class="soft">會計登記理事會與監事會的決議之後，才能發布。</p>`,
		!may && html`<p class="soft">由有「發布財務公告」權限的人發布。</p>`,
		may &&
			approval &&
			isAsPassed &&
			form({
				action: statements.publication(year),
				state,
				version: published?.version ?? 0,
				submit: published ? "重新發布財務公告" : "發布財務公告",
				busy: "製作中...",
			}),
	);
}
