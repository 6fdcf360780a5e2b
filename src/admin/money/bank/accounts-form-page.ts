import type { BankAccountRow } from "#db/money/bank-accounts.ts";
import { AccountEdit } from "#domain/money/bank/form.ts";
import { NEW_KIND_LABELS, NEW_KINDS } from "#domain/money/bank/rules.ts";
import { interestOf, leftWords, type Term, termOf, termWords } from "#domain/money/bank/terms.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { ACCOUNT_CRUMBS, kindWords } from "./words.ts";

const { bank } = paths.admin;

const LABELS = {
	name: "帳戶名稱",
	bank_name: "銀行",
	branch: "分行",
	holder: "戶名",
	number: "帳號",
	position: "順序",
	term_rate: "年利率",
	term_from: "起存日",
	term_until: "到期日",
	term_renews: "到期自動轉期",
} as const;
const field = fieldsOf(AccountEdit, LABELS);
type Field = keyof typeof LABELS;

const termFields = (state: FormState): Children => [
	html`<div class="cols">
		${field({ name: "term_from", state, type: "date", required: false })}
		${field({ name: "term_until", state, type: "date", required: false })}
	</div>`,
	field({ name: "term_rate", state, unit: "%", narrow: true, autocomplete: "off", hint: "一年的利率，例如 1.715。" }),
	checkbox({ name: "term_renews", label: LABELS.term_renews, state }),
];

/** The fields of every account, and whether it is shown to members, which a 定期存款 never is. */
const fields = (state: FormState, isTerm = false): Children => [
	field({
		name: "name",
		state,
		autocomplete: "off",
		hint: "工作人員怎麼稱呼它，例如「會費專戶」。",
	}),
	html`<div class="cols">
		${field({ name: "bank_name", state, autocomplete: "off", hint: "例如「臺灣銀行（004）」；郵政劃撥可留空。" })}
		${field({ name: "branch", state, autocomplete: "off" })}
	</div>`,
	field({ name: "holder", state, autocomplete: "off" }),
	html`<div class="cols">
		${field({ name: "number", label: "帳號或劃撥帳號", state, autocomplete: "off", inputmode: "numeric" })}
		${field({ name: "position", state, type: "number", narrow: true, hint: "數字小的排前面。" })}
	</div>`,
	!isTerm && checkbox({ name: "is_shown", label: "列在會員的繳費頁", state }),
];

/** Draws the page 新增帳戶. `key`: the idempotency key, so that sending the same form twice creates one account. */
export const newAccountPage = (state: FormState, key: string): Page => ({
	title: "新增帳戶",
	area: "收款帳戶",
	crumbs: ACCOUNT_CRUMBS,
	lead: "儲存時，會計科目會自動新增它的子目。",
	slim: true,
	body: card(
		{ label: "新增帳戶" },
		form(
			{
				action: bank.accountCreate(),
				state,
				key,
				submit: "新增帳戶",
				busy: "新增中...",
				cancel: bank.accounts(),
				main: true,
				guard: true,
			},
			segment({
				name: "kind",
				label: "種類",
				state,
				options: NEW_KINDS.map((value) => ({ value, label: NEW_KIND_LABELS[value] })),
				hint: "決定它的會計科目（1130、1140 的子目，基金專戶是 1310 的子目），之後不能改。",
			}),
			fields(state),
			html`<h2>定期存款才填</h2>`,
			html`<p class="hint">定期存款不列給會員，也不能直接收款、付款；存入與解約用傳票轉帳。</p>`,
			termFields(state),
		),
	),
});

/** Returns the form of a new account (`freshAccount`), and the form filled from a stored account (`accountForm`). */
export const freshAccount = (): FormState => freshForm({ kind: "bank", position: "0", is_shown: "1" });
export const accountForm = (row: BankAccountRow): FormState =>
	freshForm({
		...textsOf(row),
		is_shown: row.is_shown === 1 ? "1" : "",
		is_active: row.is_active === 1 ? "1" : "",
	});

const textsOf = (row: BankAccountRow): Record<Field, string> => ({
	name: row.name,
	bank_name: row.bank_name,
	branch: row.branch,
	holder: row.holder,
	number: row.number,
	position: String(row.position),
	term_rate: row.term_rate === null ? "" : String(row.term_rate / 1000),
	term_from: row.term_from ?? "",
	term_until: row.term_until ?? "",
	term_renews: row.term_renews === 1 ? "1" : "",
});

/** Draws an account's page with its form. When another user saved meanwhile, it shows both versions of the fields. */
export function editAccountPage(row: BankAccountRow, state: FormState, today: string): Page {
	const stored = textsOf(row);
	const term = termOf(row);
	const isTerm = term !== undefined;
	const compared = ["name", "bank_name", "branch", "holder", "number", "position"] as const;
	const sides = [...compared, ...(isTerm ? (["term_rate", "term_from", "term_until"] as const) : [])].map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: stored[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: row.name,
		area: "收款帳戶",
		crumbs: ACCOUNT_CRUMBS,
		slim: true,
		body: html`<div class="stack">
			${card(
				{ label: "帳上" },
				facts(
					[
						{ name: "種類", value: kindWords(row) },
						{ name: "會計科目", value: row.ledger_code },
						{ name: "帳上餘額", value: money(row.held) },
						...(term ? termFacts(row, term, today) : fileFacts(row)),
					],
					2,
				),
			)}
			${card(
				{ label: "編輯帳戶" },
				form(
					{
						action: bank.account(row.id),
						state: shown,
						version: row.version,
						submit: "儲存",
						cancel: bank.accounts(),
						main: true,
						guard: true,
					},
					isTerm && html`<input type="hidden" name="term" value="1" />`,
					fields(shown, isTerm),
					isTerm && termFields(shown),
					checkbox({
						name: "is_active",
						label: "使用中",
						state: shown,
						hint: isTerm
							? "解約、餘額轉走之後取消勾選就停用；過去的紀錄都會保留。"
							: "取消勾選就停用：不再列給會員，也不能匯入它的銀行檔；過去的紀錄都會保留。",
					}),
				),
			)}
		</div>`,
	};
}

const fileFacts = (row: BankAccountRow) => [
	{ name: "匯入過的檔案", value: `${row.statements} 個` },
	{
		name: "銀行明細",
		value:
			row.statements > 0 ? html`<a href=${`${bank.lines()}?account=${row.id}`}>看這個帳戶的明細</a>` : "還沒有匯入",
	},
];

const termFacts = ({ held }: BankAccountRow, term: Term, today: string) => [
	{ name: "期間", value: `${termWords(term)}（${leftWords(term, today)}）` },
	{ name: "預估利息", value: `到期約 ${money(interestOf(held, term))}（整期單利估算，以銀行計息為準）` },
];
