import { accountInput, accountList } from "#admin/books/account-field.ts";
import type { TemplateRow } from "#db/books/voucher-templates.ts";
import { type Account, isPostable } from "#domain/books/accounts/chart.ts";
import { MOST_TEMPLATE_LINES, TemplateForm } from "#domain/books/voucher-templates/form.ts";
import { paths } from "#http/paths.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { strip } from "#ui/strip.ts";
import { table } from "#ui/table.ts";
import { linesIn, named } from "./template-list.ts";
import { TEMPLATE_CRUMBS, VOUCHERS } from "./voucher-words.ts";

const { ledger } = paths.admin;
const field = fieldsOf(TemplateForm);

/** Returns a template's form filled from the stored template. */
export const templateForm = (row: TemplateRow, accounts: readonly Account[]): FormState => {
	const lines = linesIn(row);
	return freshForm({
		name: row.name,
		description: row.description,
		account: lines.map(({ account }) => named(account, accounts)),
		side: lines.map(({ side }) => side),
		amount: lines.map(({ amount }) => (amount === null ? "" : figure(amount))),
		memo: lines.map(({ memo }) => memo),
	});
};

type TemplatePage = { row?: TemplateRow | undefined; accounts: readonly Account[]; key: string };

/** Draws the page 新增常用分錄, or the form that changes a template. */
export function templateFormPage({ row, accounts, key }: TemplatePage, state: FormState): Page {
	const sides = row
		? (["name", "description"] as const).map(
				(name): Sides => ({
					field: name,
					label: name === "name" ? "名稱" : "摘要",
					mine: typed(state, name).trim(),
					theirs: row[name],
				}),
			)
		: [];
	const shown = row ? againstStored(state, { version: row.version, fields: sides }) : state;
	return {
		title: row ? row.name : "新增常用分錄",
		area: VOUCHERS,
		crumbs: TEMPLATE_CRUMBS,
		sheets: ["vouchers"],
		actions: row && linkButton({ label: "刪除...", icon: "trash", href: ledger.templateRemoval(row.id) }),
		body: card(
			{ flush: true, label: "常用分錄" },
			form(
				{
					action: row ? ledger.template(row.id) : ledger.templateCreate(),
					state: shown,
					main: true,
					guard: true,
					...(row ? { version: row.version } : { key }),
				},
				html`<div class="card-body cols">
					${field({ name: "name", label: "名稱", state: shown, autocomplete: "off" })}
					${field({ name: "description", label: "傳票摘要", state: shown, optional: true, autocomplete: "off" })}
				</div>`,
				linesOf(shown, accounts),
				strip(
					{},
					button({ label: row ? "儲存" : "新增常用分錄", tone: "primary", busy: "儲存中..." }),
					linkButton({ label: "取消", href: ledger.templates(), tone: "quiet" }),
				),
			),
		),
	};
}

const cells = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();
const LIST = "account-names";

/** Draws the template's rows: two empty ones after the filled ones, at least 4 in all, at most MOST_TEMPLATE_LINES. */
function linesOf(state: FormState, accounts: readonly Account[]): VNode {
	const filled = cells(state, "account").length;
	const rows = Array.from({ length: Math.min(MOST_TEMPLATE_LINES, Math.max(4, filled + 2)) }, (_, at) => ({ at }));
	const text = (name: string, label: string, more: Record<string, string> = {}) => ({
		label,
		sheet: "line" as const,
		cell: ({ at }: { at: number }) =>
			html`<input
				class="input"
				name=${name}
				value=${cells(state, name)[at] ?? ""}
				aria-label=${`第 ${at + 1} 行${label}`}
				autocomplete="off"
				maxlength=${mostIn(TemplateForm, name)}
				...${more}
			/>`,
	});
	return html`<div class="voucher-editor" id="f-account">
		${accountList(LIST, accounts.filter(isPostable))}
		${table({
			caption: "分錄",
			cards: true,
			tight: true,
			columns: [
				{ label: "行", head: true, nowrap: true, cell: ({ at }) => at + 1 },
				{
					label: "借貸",
					cell: ({ at }) => sideChoice(at, cells(state, "side")[at] ?? (at === 0 ? "debit" : "credit")),
				},
				{
					label: "會計科目",
					sheet: "line",
					cell: ({ at }) =>
						accountInput({
							list: LIST,
							value: cells(state, "account")[at] ?? "",
							about: `第 ${at + 1} 行會計科目`,
						}),
				},
				text("memo", "摘要"),
				text("amount", "金額（可留空）", { inputmode: "numeric" }),
			],
			rows,
		})}
	</div>`;
}

const sideChoice = (
	at: number,
	chosen: string,
): VNode => html`<select class="input" name="side" aria-label=${`第 ${at + 1} 行借貸`}>
	<option value="debit" selected=${chosen === "debit"}>借</option>
	<option value="credit" selected=${chosen === "credit"}>貸</option>
</select>`;

/** Draws the page 刪除常用分錄. */
export const removeTemplatePage = (row: TemplateRow, state: FormState): Page => ({
	title: `刪除常用分錄「${row.name}」`,
	area: VOUCHERS,
	crumbs: [...TEMPLATE_CRUMBS, { label: row.name, href: ledger.template(row.id) }],
	slim: true,
	body: card(
		{ label: "刪除常用分錄" },
		html`<p>用它開過的傳票都會保留，只是不能再帶入。</p>`,
		form({
			action: ledger.templateRemoval(row.id),
			state,
			version: row.version,
			submit: "刪除",
			busy: "刪除中...",
			danger: true,
			cancel: ledger.template(row.id),
		}),
	),
});
