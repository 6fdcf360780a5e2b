import type { TemplateRow } from "#db/books/voucher-templates.ts";
import { VoucherForm } from "#domain/books/vouchers/form.ts";
import type { Tied } from "#domain/books/vouchers/tied.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { wrongId } from "#ui/islands/voucher-editor.island.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { strip } from "#ui/strip.ts";
import { tiedNotice } from "./tied-part.ts";
import { type EditorChoices, type EditorRow, voucherEditor } from "./voucher-editor.ts";
import { DRAFT_CRUMBS, VOUCHERS } from "./voucher-words.ts";

const { ledger } = paths.admin;
const field = fieldsOf(VoucherForm);

/** The data of a voucher's form: its rows, their choices, and the draft that it changes. */
export type VoucherFormPage = {
	rows: readonly EditorRow[];
	choices: EditorChoices;
	templates: readonly Pick<TemplateRow, "id" | "name">[];
	/** Above this amount (NT$), a user other than the author must post the voucher. */
	limit: number;
	key: string;
	draft?: { id: number; version: number; date: string; description: string } | undefined;
	/** A message above the form after the button that fills in a template. */
	said?: string | undefined;
	/** The accounts in the rows that the system posts to by itself; the user must confirm them. */
	tied?: Tied | undefined;
};

/** Draws the page 開傳票, or the form that changes a draft. */
export function voucherFormPage(of: VoucherFormPage, state: FormState): Page {
	const { draft, rows, key, limit, said } = of;
	const shown = draft ? againstStored(state, { version: draft.version, fields: sidesOf(draft, state) }) : state;
	const wrong = rows.filter(({ problem }) => problem !== undefined).length;
	const isRefused = wrong > 0 || of.tied !== undefined || Object.keys(state.errors).length > 0;
	return {
		title: draft ? `編輯傳票草稿 ${draft.id}` : "開傳票",
		area: VOUCHERS,
		crumbs: draft ? [...DRAFT_CRUMBS, { label: `傳票草稿 ${draft.id}`, href: ledger.voucher(draft.id) }] : DRAFT_CRUMBS,
		lead: `借貸平衡才能過帳；還沒填完可以先儲存草稿。超過 ${figure(limit)} 元的傳票，要由製票者以外的人過帳。`,
		sheets: ["vouchers"],
		status: isRefused ? 422 : undefined,
		body: html`<div class="stack">
			${said && notice({ tone: "info", role: "status" }, said)}
			${wrong > 0 && wrongLines(rows)}
			${card(
				{ flush: true, label: "傳票" },
				form(
					{
						action: draft ? ledger.voucherEdit(draft.id) : ledger.voucherCreate(),
						state: shown,
						guard: true,
						main: true,
						...(draft ? { version: draft.version } : { key }),
					},
					// Enter presses this disabled button, that is nothing, because Enter leads to the next field.
					html`<button type="submit" disabled hidden></button>`,
					head(of, shown),
					voucherEditor(rows, of.choices),
					fundPart(shown),
					of.tied && knowing(of.tied, shown),
					strip(
						{},
						button({ label: "儲存草稿", name: "step", value: "save", tone: "primary", busy: "儲存中..." }),
						button({ label: "儲存並過帳", name: "step", value: "post", icon: "check", busy: "過帳中..." }),
						linkButton({ label: "取消", href: draft ? ledger.voucher(draft.id) : ledger.drafts(), tone: "quiet" }),
					),
				),
			)}
		</div>`,
	};
}

const knowing = (tied: Tied, state: FormState): VNode => html`<div class="card-body stack" tabindex="-1" data-focus="">
	${tiedNotice(tied)}
	${checkbox({ name: "tied_known", label: "我知道了，仍要過帳", state, hint: "勾選後再按「儲存並過帳」；也可以先儲存草稿。" })}
</div>`;

/** Draws the fields of the resolution by which a voucher takes money out of 基金專戶. */
const fundPart = (state: FormState): VNode => html`<div class="card-body cols">
	${field({
		name: "resolution_no",
		label: "動支基金專戶的理事會決議",
		state,
		optional: true,
		autocomplete: "off",
		hint: "錢從 1310 基金專戶轉出或支出才填會次，例如「第 3 屆第 2 次理事會」；利息、定存續存不用。",
	})}
	${field({ name: "resolution_on", label: "決議日期", state, type: "date", days: "past", optional: true, narrow: true })}
</div>`;

const sidesOf = (draft: NonNullable<VoucherFormPage["draft"]>, state: FormState): Sides[] => [
	{ field: "date", label: "日期", mine: typed(state, "date"), theirs: draft.date },
	{ field: "description", label: "摘要", mine: typed(state, "description"), theirs: draft.description },
];

const head = ({ templates }: VoucherFormPage, state: FormState): VNode => html`<div class="card-body stack">
	<div class="cols">
		${field({ name: "date", label: "日期", state, type: "date", required: true, narrow: true })}
		${field({
			name: "description",
			label: "摘要",
			state,
			required: true,
			autocomplete: "off",
			hint: "這張傳票是什麼，例如「十一月電費」。行的摘要留空白時就用它。",
		})}
	</div>
	${
		templates.length > 0 &&
		html`<div class="row voucher-fill">
			${field({
				name: "template",
				label: "常用分錄",
				state,
				type: "select",
				empty: "不使用",
				options: templates.map(({ id, name }) => ({ value: String(id), label: name })),
			})}
			${button({ label: "帶入", name: "step", value: "fill" })}
		</div>`
	}
	${checkbox({
		name: "turns_next_year",
		label: "次年迴轉",
		state,
		hint: "年底的應收應付等調整，次年初由「年初轉列」自動迴轉。",
	})}
</div>`;

/** Draws the wrong lines with their problems; the same words stand beside each line. */
const wrongLines = (rows: readonly EditorRow[]): VNode => html`<div class="error-summary" tabindex="-1" data-focus="">
	${notice(
		{ tone: "danger", title: "有幾行要修正，還沒有儲存", role: "alert" },
		html`<ul>${rows.flatMap(({ problem }, at) => (problem === undefined ? [] : [html`<li><a href=${`#${wrongId(at + 1)}`}>第 ${at + 1} 行：${problem}</a></li>`]))}</ul>`,
	)}
</div>`;
