import type { LineField } from "#domain/books/vouchers/lines.ts";
import { type Children, html, type VNode } from "#ui/html.ts";

/** A line of the form. */
export type EditorLine = {
	/** Stays with the line when others are removed or moved; the first lines are numbered from 1. */
	key: number;
	/** What its fields hold at first; after that only the fields themselves know what was typed. */
	typed: Partial<Record<LineField, string>>;
	/** What is wrong with it, and in which field. */
	problem?: string | undefined;
	field?: LineField | undefined;
	/** The side on which a template expects an amount. */
	side?: "debit" | "credit" | undefined;
};
export type VoucherEditorProps = {
	fields: readonly LineField[];
	/** The accounts that a line may name: code and name. */
	accounts: readonly [code: string, name: string][];
	/** What the fields that are lists offer: the value and its words. */
	choices: Partial<Record<LineField, readonly [value: string, words: string][]>>;
	/** The most characters of the other fields. */
	most: Partial<Record<LineField, number>>;
	/** The address of the icon of a warning. */
	warning: string;
	lines: readonly EditorLine[];
	/** The sums of both sides, with the words that say whether they are equal. */
	sums: { debit: string; credit: string; words: string; isEven: boolean };
	/** In the browser: the number of the line that was removed last, which can be brought back. */
	removed?: number | undefined;
};

const HEADS: Record<LineField, string> = {
	account: "會計科目",
	memo: "摘要",
	debit: "借方",
	credit: "貸方",
	member: "會員編號",
	project: "專案",
	budget: "預算項目",
};
const EXAMPLES: Partial<Record<LineField, string>> = { account: "5250 或 郵電費", member: "M0001" };
const LIST = "account-names";

/** Returns the HTML id of a line's wrong field, to which the error summary links. */
export const wrongId = (key: number): string => `wrong-${key}`;
const isAmount = (name: LineField): boolean => name === "debit" || name === "credit";
const classOf = (name: LineField): string | undefined =>
	isAmount(name) ? "num" : name === "member" ? undefined : "sheet-line";

/**
 * Draws the lines of a voucher (傳票): an account by code or name, a side, and the member, project or budget item.
 * Its fields are uncontrolled: their values are no state, so that nothing is written into a field in which an input
 * method composes. client/voucher-lines.ts adds, moves and removes lines and adds up the sides.
 */
export default function VoucherEditor({ lines, accounts, fields, sums, removed, ...of }: VoucherEditorProps): VNode {
	return html`<div class="voucher-editor" id="f-lines">
		<datalist id=${LIST}>${accounts.map(([code, name]) => html`<option value=${`${code} ${name}`}></option>`)}</datalist>
		<table class="table cards tight" role="table">
			<caption class="sr">分錄</caption>
			<thead role="rowgroup">
				<tr role="row">
					<th role="columnheader" scope="col">行</th>
					${fields.map((name) => html`<th role="columnheader" scope="col" class=${isAmount(name) ? "num" : undefined}>${HEADS[name]}</th>`)}
					<th role="columnheader" scope="col" class="scripted"><span class="sr">調整</span></th>
				</tr>
			</thead>
			<tbody role="rowgroup">
				${lines.map(
					(line, at) => html`<tr role="row" key=${line.key}>
						<th role="rowheader" scope="row" class="nowrap head"><span data-nth>${at + 1}</span></th>
						${fields.map(
							(name) =>
								html`<td role="cell" class=${classOf(name)} data-label=${HEADS[name]}>${cell(name, { line, nth: at + 1, ...of })}</td>`,
						)}
						<td role="cell" class="scripted line-acts">${act("up", `上移第 ${at + 1} 行`, "↑")}${act("remove", `移除第 ${at + 1} 行`, "✕")}</td>
					</tr>`,
				)}
			</tbody>
			<tfoot role="rowgroup">
				<tr role="row" class="voucher-sums" data-even=${sums.isEven ? "" : undefined}>
					<th role="rowheader" scope="row" colspan="3">合計<small data-balance role="status">${sums.words}</small></th>
					<td role="cell" class="num" data-label="借方" data-debit>${sums.debit}</td>
					<td role="cell" class="num" data-label="貸方" data-credit>${sums.credit}</td>
					<td role="cell" colspan=${fields.length - 3} class="sheet-away"></td>
				</tr>
			</tfoot>
		</table>
		<div class="row voucher-more">
			<button class="btn s" name="step" value="more" data-act="more">再加幾行</button>
			${removed && html`<button type="button" class="btn quiet s" data-act="restore">復原剛才移除的第 ${removed} 行</button>`}
		</div>
		<p class="hint scripted voucher-keys">
			Enter 到下一格，填好金額再按 Enter 換下一行；Tab 到會員、專案；↑ ↓ 換行，Alt+↑ ↓ 移動這一行；在金額欄按 = 填入還差的金額。科目打代號或名稱都可以，也可以貼上試算表的幾列。
		</p>
	</div>`;
}

const act = (name: "up" | "remove", words: string, sign: string): VNode =>
	html`<button type="button" class="btn quiet s square" data-act=${name} aria-label=${words}>${sign}</button>`;

type Cell = Pick<VoucherEditorProps, "choices" | "most" | "warning"> & { line: EditorLine; nth: number };

function cell(name: LineField, { line, nth, choices, most, warning }: Cell): Children {
	const { typed, problem, field, side, key } = line;
	const value = typed[name] ?? "";
	const isWrong = problem !== undefined && field === name;
	const shared = {
		"aria-label": `第 ${nth} 行${HEADS[name]}`,
		id: isWrong ? wrongId(key) : undefined,
		"aria-invalid": isWrong ? "true" : undefined,
		"aria-describedby": isWrong ? `line-${key}` : undefined,
	};
	const offered = choices[name];
	if (offered)
		return html`<select class="input" name=${name} ...${shared}>
			<option value="">—</option>
			${offered.map(([id, words]) => html`<option value=${id} selected=${id === value}>${words}</option>`)}
		</select>`;
	return [
		html`<input
			class=${isAmount(name) ? "input money" : "input"}
			name=${name}
			defaultValue=${value}
			...${shared}
			list=${name === "account" ? LIST : undefined}
			autocomplete="off"
			maxlength=${most[name]}
			inputmode=${isAmount(name) ? "numeric" : undefined}
			placeholder=${side === name ? "金額" : key === 1 ? EXAMPLES[name] : undefined}
		/>`,
		name === "account" &&
			problem !== undefined &&
			html`<p class="error" id=${`line-${key}`}><svg class="icon" aria-hidden="true"><use href=${warning} /></svg><span>${problem}</span></p>`,
	];
}
