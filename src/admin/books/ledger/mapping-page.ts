import { choosing } from "#admin/books/account-field.ts";
import type { PostingRow } from "#db/books/accounts.ts";
import { type Account, accountWords } from "#domain/books/accounts/chart.ts";
import { MappingForm } from "#domain/books/accounts/form.ts";
import { hasBelow, mayTakeOver } from "#domain/books/accounts/mapping.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import { paths } from "#http/paths.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, fieldId } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { strip } from "#ui/strip.ts";
import { table } from "#ui/table.ts";
import { ACCOUNT_CRUMBS, ACCOUNTS, purposeWords } from "./accounts-words.ts";
import { heldWords } from "./general-page.ts";

const { ledger } = paths.admin;

export type Mapping = { rows: readonly PostingRow[]; accounts: readonly Account[]; mayPost: boolean };

/** Draws the page 自動過帳的科目: the account for each purpose of automatic posting. */
export function mappingPage(of: Mapping, state: FormState): Page {
	return {
		title: "自動過帳的科目",
		area: ACCOUNTS,
		crumbs: ACCOUNT_CRUMBS,
		lead: "收款、支出申請、收入與結帳自動過帳時用的科目。改了之後，只影響之後的傳票。",
		body: card(
			{ flush: true, label: "自動過帳的科目" },
			of.mayPost
				? form(
						{ action: ledger.mapping(), state, main: true, guard: true },
						listOf(of, state),
						html`<p class="hint card-body">只能選同一類的科目；資產、負債、基金的科目要先把餘額轉走，才能改用別的科目。</p>`,
						strip(
							{},
							button({ label: "儲存", tone: "primary", busy: "儲存中..." }),
							linkButton({ label: "取消", href: ledger.accounts(), tone: "quiet" }),
						),
					)
				: listOf(of, state),
		),
	};
}

const listOf = ({ rows, accounts, mayPost }: Mapping, state: FormState): VNode =>
	table({
		caption: "自動過帳的科目",
		cards: true,
		columns: [
			{ label: "用途", head: true, cell: ({ purpose }) => purposeWords(purpose) },
			{
				label: "會計科目",
				sheet: "line",
				cell: (row) => (mayPost ? choice(row, { accounts, state, rows }) : accountWords(row)),
			},
			{ label: "目前餘額", end: true, cell: ({ code, balance }) => heldWords(code, balance) },
		],
		rows: [...rows],
	});

/** Returns the accounts that may serve a purpose: the one that does, and those that may take over. */
export const mayServe = (row: PostingRow, rows: readonly PostingRow[], accounts: readonly Account[]): Account[] =>
	accounts.filter((one) => one.id === row.account_id || mayTakeOver(one, row, { all: rows, accounts }));

type Of = { accounts: readonly Account[]; rows: readonly PostingRow[]; state: FormState };

/**
 * Draws the field of the account for a purpose, with hidden fields of the purpose and of the version that the user
 * saw. After a refusal, the text that was sent stays.
 */
function choice(row: PostingRow, { accounts, rows, state }: Of): VNode {
	const at = [state.values.purpose ?? []].flat().indexOf(row.purpose);
	const chosen = [state.values.account ?? []].flat()[at] ?? accountWords(row);
	const name = `account-${row.purpose}`;
	const needsSub = isCash(row.code) && hasBelow(row, accounts);
	return html`<span>
		<input type="hidden" name="purpose" value=${row.purpose} />
		<input type="hidden" name="seen" value=${String(row.version)} />
		${field({
			name: "account",
			id: fieldId(state, name),
			label: `${purposeWords(row.purpose)}的科目`,
			hideLabel: true,
			state: { values: { account: chosen }, errors: { account: state.errors[name] ?? [] } },
			...choosing(mayServe(row, rows, accounts)),
			maxlength: mostIn(MappingForm, "account"),
			hint: needsSub
				? "這個科目有子目，收付只用子目：只有一個子目時自動用它，有好幾個時請在這裡選一個。餘額要先轉走才能改。"
				: undefined,
		})}
	</span>`;
}
