import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { AccountDetail } from "#db/books/accounts.ts";
import { NewAccount } from "#domain/books/accounts/form.ts";
import type { Item } from "#domain/books/layouts/lines.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { ACCOUNT_CRUMBS, ACCOUNTS, purposeWords } from "./accounts-words.ts";
import { sideWords } from "./general-page.ts";

const { bank, ledger } = paths.admin;
const field = fieldsOf(NewAccount);

const codeField = (state: FormState, isFixed: boolean): VNode =>
	field({
		name: "code",
		label: "代號",
		state,
		narrow: true,
		autocomplete: "off",
		readonly: isFixed,
		hint: isFixed
			? "已經使用的科目不能改代號。"
			: "四位數字，第一碼是類別：1 資產、2 負債、3 基金暨餘絀、4 收入、5 支出；子目加兩位，例如 1130-02。",
	});
const nameField = (state: FormState): VNode => field({ name: "name", label: "名稱", state, autocomplete: "off" });

/** Draws the choice of the 項 of the statements by 款／項／目, of the account's class where its code is known. */
function itemField(state: FormState, items: readonly Item[], code?: string): VNode | false {
	const fits = items.filter((item) => code === undefined || code.startsWith(item.class));
	return (
		fits.length > 0 &&
		field({
			name: "item",
			label: "預決算表的項",
			state,
			type: "select",
			empty: code?.includes("-") ? "同上層科目" : "自成一項",
			options: fits.map((item) => ({
				value: String(item.id),
				label: code === undefined ? `${item.class === "4" ? "收入" : "支出"}　${item.name}` : item.name,
			})),
			hint: "收入、支出科目在收支決算表與收支預算表列在哪一項；項的名稱與順序在預決算表的「款項目的設定」。",
		})
	);
}

/** Draws the page 新增科目. `key`: the idempotency key, so that sending the same form twice creates one account. */
export const newAccountPage = (items: readonly Item[], state: FormState, key: string): Page => ({
	title: "新增科目",
	area: ACCOUNTS,
	crumbs: ACCOUNT_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增科目" },
		form(
			{
				action: ledger.accountCreate(),
				state,
				key,
				submit: "新增科目",
				busy: "新增中...",
				cancel: ledger.accounts(),
				main: true,
				guard: true,
			},
			codeField(state, false),
			nameField(state),
			itemField(state, items),
		),
	),
});

/** Returns whether anything uses the account, so that it cannot be deleted. */
export const isUsed = ({ lines, bank_account_id, purposes, below, named }: AccountDetail): boolean =>
	lines > 0 || bank_account_id !== null || purposes !== null || below > 0 || named > 0;

/** Returns an account's form filled from the stored account. */
export const accountForm = ({ code, name, is_active, item }: AccountDetail): FormState =>
	freshForm({ code, name, is_active: is_active === 1 ? "1" : "", item: String(item ?? "") });

export type Edited = { row: AccountDetail; items: readonly Item[]; who: Visitor };

/**
 * Draws an account's page with its form. When another user saved meanwhile, it shows both versions of code and name.
 */
export function editAccountPage({ row, items, who }: Edited, state: FormState): Page {
	const sides = (["code", "name"] as const).map(
		(name): Sides => ({
			field: name,
			label: name === "code" ? "代號" : "名稱",
			mine: typed(state, name).trim(),
			theirs: row[name],
		}),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	const isFixed = row.lines > 0 || row.bank_account_id !== null || row.purposes !== null || row.below > 0;
	return {
		title: `${row.code} ${row.name}`,
		area: ACCOUNTS,
		crumbs: ACCOUNT_CRUMBS,
		slim: true,
		actions: !isUsed(row) && linkButton({ label: "刪除科目...", icon: "trash", href: ledger.accountRemoval(row.id) }),
		body: html`<div class="stack">
			${card({ label: "使用情形" }, uses(row, who))}
			${card(
				{ label: "編輯科目" },
				form(
					{
						action: ledger.account(row.id),
						state: shown,
						version: row.version,
						submit: "儲存",
						cancel: ledger.accounts(),
						main: true,
						guard: true,
					},
					codeField(shown, isFixed),
					nameField(shown),
					itemField(shown, items, row.code),
					checkbox({
						name: "is_active",
						label: "使用中",
						state: shown,
						hint: "取消勾選就停用：不能再過帳，過去的帳與報表都會保留。",
					}),
				),
			)}
		</div>`,
	};
}

const uses = (row: AccountDetail, who: Visitor): VNode =>
	facts([
		{
			name: "目前餘額",
			value: html`<a href=${`${ledger.general()}?account=${row.id}`}>${sideWords(row.balance)}</a>`,
		},
		{ name: "傳票", value: row.lines === 0 ? "還沒有使用" : `${row.lines >= 1000 ? "1,000 以上" : row.lines} 行` },
		{ name: "收款帳戶", value: bankOf(row, who) },
		{ name: "自動過帳", value: purposesOf(row) },
	]);

const bankOf = ({ bank_account_id }: AccountDetail, who: Visitor): Children => {
	if (bank_account_id === null) return null;
	return allows("bank", who) ? html`<a href=${bank.account(bank_account_id)}>看收款帳戶</a>` : "是";
};

const purposesOf = ({ purposes }: AccountDetail): Children =>
	purposes === null
		? null
		: html`<span>${purposes.split(",").map(purposeWords).join("、")}　<a href=${ledger.mapping()}>變更</a></span>`;

/**
 * Draws the page that deletes an account; for an account that something uses, it says that the account cannot be
 * deleted.
 */
export const removeAccountPage = (row: AccountDetail, state: FormState): Page => ({
	title: `刪除科目「${row.code} ${row.name}」`,
	area: ACCOUNTS,
	crumbs: [...ACCOUNT_CRUMBS, { label: row.name, href: ledger.account(row.id) }],
	slim: true,
	body: card(
		{ label: "刪除科目" },
		isUsed(row)
			? notice({ tone: "warn", title: "不能刪除" }, "這個科目已經使用，只能停用；過去的帳會保留。")
			: notice({ tone: "danger", title: "刪除後無法復原" }, "這個科目沒有使用過，刪除不影響帳。"),
		!isUsed(row) &&
			form({
				action: ledger.accountRemoval(row.id),
				state,
				version: row.version,
				submit: "刪除科目",
				busy: "刪除中...",
				danger: true,
				cancel: ledger.account(row.id),
			}),
	),
});
