import * as z from "zod";
import { projectField } from "#admin/money-fields.ts";
import type { BudgetLeft } from "#db/books/budgets.ts";
import type { DocumentRow, FinanceFileRow } from "#db/books/finance.ts";
import type { Named } from "#db/books/finance-lists.ts";
import type { ShareRow } from "#db/books/finance-shares.ts";
import { type FinanceState, PAY_BY_LABELS, REGISTER_LABELS, type Register } from "#domain/books/finance/labels.ts";
import { REGISTER_FIELDS } from "#domain/books/finance/register-form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { budgetHints, filesFields, formEnd, hidden, returnedNotice } from "./form-fields.ts";
import { registerTotal, sharesField } from "./register-fields.ts";
import { DOCUMENT_CRUMBS } from "./words.ts";

const { finance } = paths.admin;
const field = fieldsOf(z.object(REGISTER_FIELDS));

export type RegisterFormPage = {
	register: Register;
	/** The register that the form changes; `returned` is the reason when a reviewer returned it. */
	edits?: { id: number; number: string; state: FinanceState; version: number; returned: string | null } | undefined;
	/** The register from which the form of a new one was filled. */
	copyOf?: { id: number; number: string } | undefined;
	files: readonly FinanceFileRow[];
	projects: readonly Named[];
	budgets: readonly BudgetLeft[];
	/** The names of the payees that the user may see. */
	known: readonly string[];
	key: string;
};

/** Draws the form of a register (清冊): one request that pays many people. */
export function registerFormPage(of: RegisterFormPage, state: FormState): Page {
	const { register, edits, copyOf } = of;
	const name = REGISTER_LABELS[register];
	return {
		title: edits ? `修改${edits.number === "草稿" ? "草稿" : ` ${edits.number}`}` : name,
		area: "支出申請",
		crumbs: [
			...DOCUMENT_CRUMBS,
			edits ? { label: edits.number, href: finance.show(edits.id) } : { label: "新增支出申請", href: finance.create() },
		],
		lead: edits ? name : copyOf ? `由 ${copyOf.number} 複製，請改成這一次的內容。` : undefined,
		sheets: ["finance"],
		body: html`<div class="stack">${edits?.returned != null && returnedNotice(edits.returned)} ${registerForm(of, state)}</div>`,
	};
}

function registerForm({ register, edits, copyOf, key, ...of }: RegisterFormPage, state: FormState) {
	return form(
		{
			action: edits ? finance.editRegister(edits.id) : finance.createRegister(),
			state,
			key,
			version: edits?.version,
			main: true,
			guard: true,
			upload: true,
		},
		// Enter in a field presses the form's first button, so this button saves.
		html`<button class="sr" name="step" value="save" tabindex="-1" aria-hidden="true">儲存草稿</button>`,
		hidden("register", register),
		copyOf && hidden("copy_of", copyOf.id),
		card(
			{ title: "申請內容" },
			field({ name: "title", label: "主旨", state, autocomplete: "off", hint: TITLES[register] }),
			field({ name: "purpose", label: "用途說明", type: "textarea", rows: 3, state, optional: true, hint: PURPOSE }),
			projectField(of.projects, state, { optional: true }),
		),
		card(
			{ title: "受款人與金額", foot: html`<b role="status">${registerTotal(register, state)}</b>` },
			sharesField(register, { state, known: of.known }),
			budgetHints(of.budgets),
		),
		card(
			{ title: "付款" },
			segment({
				name: "pay_by",
				label: "付款方式",
				state,
				options: (["transfer", "cash"] as const).map((value) => ({ value, label: PAY_BY_LABELS[value] })),
				hint: "轉帳用受款人資料裡的帳號；有人領現金時，請另外做一張現金的清冊。",
			}),
			field({ name: "wanted_on", label: "希望付款日", type: "date", state, optional: true, narrow: true }),
		),
		card({ title: "憑證" }, filesFields(of.files, state)),
		formEnd(edits),
	);
}

const PURPOSE = "什麼時候、做什麼、有多少人。審核的人靠這裡判斷。";
const TITLES: Record<Register, string> = {
	fees: "例如：秋季病友聚會講師費與志工交通費。",
	salary: "例如：11 月薪資。",
};

/** Returns the form filled from a stored register, to change or copy it. */
export function filledRegister(row: DocumentRow, shares: readonly ShareRow[]): FormState {
	const text = (value: string | number | null): string => (value === null ? "" : String(value));
	const amount = (value: number): string => (value === 0 ? "" : figure(value));
	return freshForm({
		title: row.title,
		purpose: row.purpose,
		pay_by: row.pay_by,
		wanted_on: text(row.wanted_on),
		project: text(row.project_id),
		no_attachment_reason: text(row.no_attachment_reason),
		payee: shares.map(({ payee_now, payee_id }) => `${payee_now} #${payee_id}`),
		summary: shares.map(({ reason }) => reason),
		amount: shares.map(({ gross, allowance }) => amount(gross - allowance)),
		allowance: shares.map((one) => amount(one.allowance)),
		labour: shares.map(({ labour }) => amount(labour)),
		health: shares.map(({ health }) => amount(health)),
		pension: shares.map(({ pension }) => amount(pension)),
	});
}
