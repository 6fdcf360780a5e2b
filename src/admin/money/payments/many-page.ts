import { accountField } from "#admin/money-fields.ts";
import type { EntryAccount } from "#db/money/payment-entries.ts";
import { Cell, MOST_ROWS, ROW_FIELDS, type RowField, type TypedRow } from "#domain/money/payment-lists/rows.ts";
import { PAYMENT_METHOD_LABELS, RECEIVED_METHODS } from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";
import { strip } from "#ui/strip.ts";
import { table } from "#ui/table.ts";
import { PAYMENT_CRUMBS } from "./show-page.ts";

const { payments } = paths.admin;

/** A row with the words of its payment, or with its problem; an empty row has neither. */
export type CheckedRow = { typed: TypedRow; words?: string; problem?: string };

export type ManyPage = {
	rows: readonly CheckedRow[];
	/** Whether the rows were checked. */
	isChecked: boolean;
	accounts: readonly EntryAccount[];
	key: string;
};

const HEADS: Record<RowField, string> = { no: "會員編號", year: "年度", money: "金額", day: "繳費日", tail: "末五碼" };
const EXAMPLES: Record<RowField, string> = {
	no: "M0001",
	year: "115",
	money: "1,000",
	day: "115/11/20",
	tail: "40718",
};
const COUNTED: readonly RowField[] = ["money", "tail", "year"];

/**
 * Draws the page 一次登錄多筆: a table of rows, typed or pasted. The rows are checked first, then recorded all or none.
 */
export function manyPage(of: ManyPage, state: FormState): Page {
	const { rows, isChecked, accounts, key } = of;
	const filled = rows.filter(({ words, problem }) => words !== undefined || problem !== undefined);
	const wrong = filled.filter(({ problem }) => problem !== undefined).length;
	return {
		title: "一次登錄多筆",
		area: "收款",
		crumbs: [...PAYMENT_CRUMBS, { label: "登錄收款", href: payments.create() }],
		lead: `一列一筆，最多 ${MOST_ROWS} 筆；全部正確才會登錄。您登錄的收款要由另一位有權限的人核對。`,
		status: isChecked && wrong > 0 ? 422 : undefined,
		body: html`<div class="stack">
			${isChecked && summary(filled.length, wrong)}
			${part(
				{ name: "paste-rows", props: { names: [...ROW_FIELDS] } },
				card(
					{ flush: true, label: "登錄" },
					form(
						{ action: payments.createMany(), state, key, guard: true, main: true },
						html`<div class="card-body stack">
							${segment({
								name: "method",
								label: "繳費方式",
								state,
								options: RECEIVED_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] })),
							})}
							${accountField(accounts, state)}
							${field({
								name: "pasted",
								label: "從試算表貼上",
								state,
								type: "textarea",
								rows: 3,
								optional: true,
								hint: "從試算表複製這五欄：會員編號、年度、金額、繳費日、末五碼，貼在這裡再按「檢查」；也可以直接填下面的表。年度留空白就是所有未繳的會費。",
							})}
						</div>`,
						rowsTable(rows, isChecked),
						strip(
							{ kind: "stick" },
							isChecked && wrong === 0 && filled.length > 0
								? button({
										label: `登錄這 ${figure(filled.length)} 筆`,
										name: "step",
										value: "save",
										tone: "primary",
										icon: "check",
										busy: "登錄中...",
									})
								: button({ label: "檢查", name: "step", value: "check", tone: "primary", busy: "檢查中..." }),
							isChecked && wrong === 0 && button({ label: "再檢查一次", name: "step", value: "check" }),
							button({ label: "再加幾列", name: "step", value: "more" }),
							linkButton({ label: "取消", href: payments.list() }),
						),
					),
				),
			)}
		</div>`,
	};
}

function summary(filled: number, wrong: number): VNode {
	if (filled === 0) return notice({ tone: "warn", role: "alert" }, "還沒有填任何一列。");
	if (wrong === 0)
		return notice(
			{ tone: "ok", title: `${figure(filled)} 筆都正確`, role: "status" },
			"看過每一列的結果後，按下方的按鈕登錄。",
		);
	return html`<div class="error-summary" tabindex="-1" data-focus="">
		${notice({ tone: "danger", title: `${figure(wrong)} 列需要修正`, role: "alert" }, "全部正確才會登錄，目前沒有登錄任何一筆。")}
	</div>`;
}

type Numbered = CheckedRow & { nth: number };
const LOOK: Record<"ok" | "wrong", Omit<Status, "word">> = { ok: { tone: "ok" }, wrong: { tone: "danger" } };

const rowsTable = (rows: readonly CheckedRow[], isChecked: boolean): VNode =>
	table<Numbered>({
		caption: "要登錄的收款",
		tight: true,
		columns: [
			{ label: "列", head: true, nowrap: true, cell: ({ nth }) => nth },
			...ROW_FIELDS.map((name) => ({ label: HEADS[name], cell: (row: Numbered) => cell(name, row) })),
			...(isChecked ? [{ label: "結果", cell: result }] : []),
		],
		rows: rows.map((row, at) => ({ ...row, nth: at + 1 })),
	});

const cell = (name: RowField, { typed, nth, problem }: Numbered): VNode => html`<input
	class="input"
	name=${name}
	value=${typed[name]}
	aria-label=${`第 ${nth} 列${HEADS[name]}`}
	aria-invalid=${problem === undefined ? undefined : "true"}
	autocomplete="off"
	maxlength=${mostCharacters(Cell)}
	size=${name === "day" ? 11 : 8}
	inputmode=${COUNTED.includes(name) ? "numeric" : undefined}
	placeholder=${nth === 1 ? EXAMPLES[name] : undefined}
/>`;

function result({ words, problem }: Numbered): VNode | null {
	if (problem !== undefined)
		return html`<span>${status({ word: "要修正", ...LOOK.wrong })}<small>${problem}</small></span>`;
	return words === undefined ? null : html`<span>${status({ word: "正確", ...LOOK.ok })}<small>${words}</small></span>`;
}

/** Returns the words of a row's payment: 王大同 1,000 元：常年會費 115 年. */
export const rowWords = (name: string, amount: number, what: string): string => `${name} ${money(amount)}：${what}`;
