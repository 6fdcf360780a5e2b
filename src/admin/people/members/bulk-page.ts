import type { BulkTarget, LeftMember } from "#db/people/member-exports.ts";
import { type BulkKind, bulkStatuses } from "#domain/people/member-lists/bulk.ts";
import { type NamedType, offeredTypes, typeOptions } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { refsText } from "#kernel/refs.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { noMatch } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { AT_MOST, BULK_WORDS, whyLeft } from "./bulk-words.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { memberList } from "./list.ts";
import { named } from "./named.ts";
import { stepFields } from "./step-page.ts";

export type BulkPage = {
	targets: BulkTarget[];
	/** Those that stay as they are; more of them than a change takes are only counted. */
	left: LeftMember[];
	/**
	 * `fitting`: the number of chosen members. `changeable`: how many of them can be changed, at once or in further
	 * runs.
	 */
	fitting: number;
	changeable: number;
	here: string;
	types: readonly NamedType[];
	/** Returns a number of these members in words. */
	told: (many: number) => string;
};

/**
 * Draws the page before a bulk change: which members it changes, which stay as they are, and the fields it needs. It is
 * a page of its own rather than a dialog, so that it works without a script.
 */
export function bulkPage(kind: BulkKind, page: BulkPage, state: FormState): Page {
	const { label } = BULK_WORDS[kind];
	return {
		title: label,
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: leadOf(page),
		slim: true,
		body:
			page.targets.length === 0
				? html`<div class="stack">
						${card(
							{ flush: true, label },
							noMatch({ title: "沒有可以變更的會員", ...NOBODY, clearHref: memberList.again(page.here) }),
						)}
						${leftOut(kind, page)}
					</div>`
				: html`<div class="stack">${before(kind, page)} ${card({ label }, asking(kind, page, state))}</div>`,
	};
}

const NOBODY = { text: "勾選的會員狀態都不符，或只有您自己或家人。" };

function leadOf({ targets, fitting, changeable, told }: BulkPage): string {
	const left = fitting - changeable;
	return [
		`選了 ${told(fitting)} 位，會變更 ${told(targets.length)} 位`,
		...(left > 0 ? [`${told(left)} 位狀態不符，或是您自己、家人，略過`] : []),
		...(changeable > targets.length ? [`其餘 ${told(changeable - targets.length)} 位請再執行一次（${AT_MOST}）`] : []),
	].join("；");
}

/** Draws who stays as they are, and why; nothing when that is nobody. */
const leftOut = (kind: BulkKind, { left, told }: BulkPage): Children =>
	left.length > 0 &&
	html`<div>${named(left, `看看略過的是哪 ${told(left.length)} 位`, (one) => whyLeft(one, bulkStatuses(kind)))}</div>`;

const before = (kind: BulkKind, { targets, told, ...page }: BulkPage): VNode =>
	notice(
		{ tone: BULK_WORDS[kind].danger ? "warn" : "info", title: `${BULK_WORDS[kind].label}後` },
		html`<ul>${BULK_WORDS[kind].effects.map((line) => html`<li>${line}</li>`)}</ul>`,
		named(targets, `看看是哪 ${told(targets.length)} 位`),
		leftOut(kind, { targets, told, ...page }),
	);

function asking(
	kind: BulkKind,
	{ targets, fitting, changeable, here, types, told }: BulkPage,
	state: FormState,
): VNode {
	const { label, place, danger } = BULK_WORDS[kind];
	return form(
		{
			action: paths.admin.members.bulkChange(place),
			state,
			submit: `${label}（${told(targets.length)} 位）`,
			busy: "處理中...",
			cancel: memberList.again(here),
			danger: danger ?? false,
			main: true,
		},
		html`<input type="hidden" name="refs" value=${refsText(targets)} />`,
		html`<input type="hidden" name="left" value=${fitting - changeable} />`,
		html`<input type="hidden" name="here" value=${here} />`,
		kind === "type" ? typeField(state, types) : stepFields(kind, state),
	);
}

const typeField = (state: FormState, types: readonly NamedType[]): Children =>
	segment({
		name: "membership_type",
		label: "新的會員類別",
		state,
		required: true,
		options: typeOptions(offeredTypes(types)),
	});

/** Draws the error page for a form that names no members, or more members than one bulk change accepts. */
export const nobodyChosen = (kind: BulkKind, here: string, problem: string | undefined): Page => ({
	title: BULK_WORDS[kind].label,
	area: "會員",
	crumbs: MEMBER_CRUMBS,
	slim: true,
	status: 422,
	body: html`<div class="stack">
		${notice({ tone: "danger", role: "alert" }, problem ?? `請先勾選要變更的會員，${AT_MOST}。`)}
		<p>${linkButton({ label: "回到會員列表", href: memberList.again(here) })}</p>
	</div>`,
});
