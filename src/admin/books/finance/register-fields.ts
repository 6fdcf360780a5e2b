import * as z from "zod";
import { MOST_SHARES } from "#domain/books/finance/form.ts";
import type { Register } from "#domain/books/finance/labels.ts";
import { REGISTER_FIELDS, SHARE_FIELDS, WAYS } from "#domain/books/finance/register-form.ts";
import { readAmount } from "#kernel/amounts.ts";
import { mostCharacters, mostIn } from "#kernel/field-limits.ts";
import { MOST_PASTED } from "#kernel/pasted.ts";
import { button } from "#ui/button.ts";
import { checkbox } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { type FieldProps, grouped, ties } from "#ui/field-parts.ts";
import { type FormState, fieldId } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type Refundables, refundablesField } from "./refundables.ts";
import { STORED_ROWS } from "./register-told.ts";

const RegisterForm = z.object(REGISTER_FIELDS);
type ShareField = (typeof SHARE_FIELDS)[Register][number];

/** The labels of the columns of a register's rows. */
const LABELS: Partial<Record<ShareField, string>> = {
	payee: "受款人",
	summary: "事由",
	gives: "退什麼",
	amount: "應領",
	allowance: "加給",
	labour: "勞保自付",
	health: "健保自付",
	pension: "勞退自提",
	way: "付款方式",
};
export const shareLabel = (name: ShareField, register: Register): string =>
	(name === "amount" && AMOUNT[register]) || (LABELS[name] ?? "");
const AMOUNT: Partial<Record<Register, string>> = { salary: "本薪", refunds: "退還金額" };

/** The smallest number of rows that the form shows. */
const ROWS_SHOWN = 5;
/** The element id of the names that the payee's fields suggest. */
const KNOWN = "payees-known";

const all = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();

/**
 * Draws a row for each payee. The buttons that add, remove and paste rows send the form, so they work without a script.
 * `known` are the names that a payee's field suggests.
 */
export function sharesField(
	register: Register,
	{ state, known, refundables }: { state: FormState; known: readonly string[]; refundables?: Refundables | undefined },
): Children {
	const props: FieldProps = { name: "shares", label: "清冊", state, hint: HINTS[register] };
	const fields = SHARE_FIELDS[register];
	const many = Math.max(ROWS_SHOWN, ...fields.map((name) => all(state, name).length));
	const wrong = (state.errors.shares ?? []).join("");
	return [
		refundables && refundablesField(refundables, state),
		grouped(
			props,
			html`<div class="stack tight">
				${state.conflict?.some((one) => one.field === STORED_ROWS) && html`<input type="hidden" id=${fieldId(state, STORED_ROWS)} name=${STORED_ROWS} value="" />`}
				<ol class=${`plain lines-form shares-form ${register}`} id=${ties(props).id} tabindex="-1">
					${Array.from({ length: many }, (_, at) => shareRow({ register, state, at, wrong }))}
				</ol>
				<datalist id=${KNOWN}>${known.map((name) => html`<option value=${name}></option>`)}</datalist>
				${many < MOST_SHARES && html`<div class="row">${button({ label: "再加五行", icon: "plus", size: "s", name: "step", value: "more" })}</div>`}
			</div>`,
		),
		checkbox({
			name: "add_payees",
			label: "還沒有受款人資料的名字，一併建立",
			state,
			hint: "打錯的名字也會變成新的受款人；沒有勾選時，會先列出是哪些名字。",
		}),
		disclosure(
			{ label: "從試算表貼上名單", open: all(state, "paste").join("") !== "" },
			field({
				name: "paste",
				label: "名單",
				type: "textarea",
				rows: 5,
				state,
				optional: true,
				maxlength: mostCharacters(Pasted),
				hint: `每人一行，依序是${fields.map((name) => shareLabel(name, register)).join("、")}。直接從試算表複製這幾欄即可。`,
			}),
			html`<div class="row">${button({ label: "加入清冊", size: "s", name: "step", value: "paste" })}</div>`,
		),
	];
}

/** The text of a pasted list; what is longer is not read. */
const Pasted = z.string().max(MOST_PASTED);

const HINTS: Record<Register, string> = {
	fees: "應領填扣除前的金額；所得稅與補充保費由會計審核時依規定代扣。同一種事由會合成一行明細。",
	salary: "應領是本薪加上加給；自付與自提的部分會從應領扣除，所得稅由會計審核時代扣。",
	refunds: "退什麼寫種類與編號：「溢繳款 會員編號」「捐款 收款編號」「暫收款 明細編號」。暫收款要整筆退。",
};

type ShareRow = { register: Register; state: FormState; at: number; wrong: string };

function shareRow({ register, state, at, wrong }: ShareRow): VNode {
	const isWrong = wrong.includes(`第 ${at + 1} 行`) ? "true" : undefined;
	const input = (name: ShareField): VNode => {
		const isText = name === "payee" || name === "summary" || name === "gives";
		const label = shareLabel(name, register);
		if (name === "way") return named(label, wayField(all(state, name)[at] ?? "", { at, isWrong }));
		const drawn = html`<input class=${isText ? "input" : "input money"} name=${name} value=${all(state, name)[at] ?? ""}
			maxlength=${mostIn(RegisterForm, name)} autocomplete="off" inputmode=${isText ? undefined : "numeric"}
			list=${name === "payee" ? KNOWN : undefined} aria-label=${`第 ${at + 1} 行${label}`} aria-invalid=${isWrong} placeholder=${isText && label} />`;
		return isText ? drawn : named(label, drawn);
	};
	return html`<li>
		${SHARE_FIELDS[register].map(input)}
		${button({ label: "移除", about: `第 ${at + 1} 行`, icon: "x", tone: "quiet", square: true, name: "step", value: `drop.${at}` })}
	</li>`;
}

/** Draws a field of a row below its label, because an amount does not say by itself what it is. */
const named = (label: string, drawn: VNode): VNode =>
	html`<label><span class="small soft">${label}</span>${drawn}</label>`;

/** Draws the choice of a row that is paid otherwise than the whole register. */
const wayField = (chosen: string, { at, isWrong }: { at: number; isWrong: "true" | undefined }): VNode =>
	html`<select class="input" name="way" aria-label=${`第 ${at + 1} 行付款方式`} aria-invalid=${isWrong}>
		<option value="">同下方</option>
		${Object.values(WAYS).map((words) => html`<option value=${words} selected=${words === chosen}>${words}</option>`)}
		${chosen !== "" && !Object.values(WAYS).includes(chosen) && html`<option value=${chosen} selected>${chosen}</option>`}
	</select>`;

/** Returns how many people a register pays and what they get before deductions, from the typed values. */
export function registerTotal(register: Register, state: FormState): string {
	const names = register === "salary" ? ["amount", "allowance"] : ["amount"];
	const sum = names.flatMap((name) => all(state, name)).reduce((total, text) => total + (readAmount(text) ?? 0), 0);
	const people = new Set(all(state, "payee").filter((name) => name !== "")).size;
	return sum === 0
		? "還沒有金額。"
		: `${people} 人，${register === "refunds" ? "退還" : "應領"}合計 ${figure(sum)} 元。`;
}
