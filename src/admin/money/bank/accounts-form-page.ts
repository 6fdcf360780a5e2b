import type { BankAccountRow } from "#db/money/bank-accounts.ts";
import { AccountEdit } from "#domain/money/bank/form.ts";
import { BANK_KIND_LABELS, BANK_KINDS, LEDGER_ACCOUNT } from "#domain/money/bank/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { ACCOUNT_CRUMBS } from "./words.ts";

const { bank } = paths.admin;

const LABELS = {
	name: "帳戶名稱",
	bank_name: "銀行",
	branch: "分行",
	holder: "戶名",
	number: "帳號",
	position: "順序",
} as const;
const field = fieldsOf(AccountEdit, LABELS);
type Field = keyof typeof LABELS;

const fields = (state: FormState): Children => [
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
	checkbox({ name: "is_shown", label: "列在會員的繳費頁", state }),
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
				options: BANK_KINDS.map((value) => ({ value, label: BANK_KIND_LABELS[value] })),
				hint: `決定它的會計科目（${BANK_KINDS.map((kind) => LEDGER_ACCOUNT[kind]).join("、")} 的子目），之後不能改。`,
			}),
			fields(state),
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
});

/** Draws an account's page with its form. When another user saved meanwhile, it shows both versions of the fields. */
export function editAccountPage(row: BankAccountRow, state: FormState): Page {
	const stored = textsOf(row);
	const sides = (["name", "bank_name", "branch", "holder", "number", "position"] as const).map(
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
						{ name: "種類", value: BANK_KIND_LABELS[row.kind] },
						{ name: "會計科目", value: row.ledger_code },
						{ name: "匯入過的檔案", value: `${row.statements} 個` },
						{
							name: "銀行明細",
							value:
								row.statements > 0
									? html`<a href=${`${bank.lines()}?account=${row.id}`}>看這個帳戶的明細</a>`
									: "還沒有匯入",
						},
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
					fields(shown),
					checkbox({
						name: "is_active",
						label: "使用中",
						state: shown,
						hint: "取消勾選就停用：不再列給會員，也不能匯入它的銀行檔；過去的紀錄都會保留。",
					}),
				),
			)}
		</div>`,
	};
}
