import type { PlanRow } from "#db/books/surplus-plans.ts";
import { PLAN_YEARS, PlanForm, planYears } from "#domain/books/periods/plan.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { PERIOD_CRUMBS } from "./periods-words.ts";
import { LEDGER } from "./words.ts";

const { ledger } = paths.admin;
const LABELS = {
	first_year: "從哪一年",
	last_year: "到哪一年",
	amount: "計畫的金額",
	approval_no: "同意的文號",
	approved_on: "同意的日期",
} as const;
const field = fieldsOf(PlanForm, LABELS);
const NAMES = ["first_year", "last_year", "amount", "approval_no", "approved_on"] as const;

const textsOf = (plan: PlanRow) => ({
	first_year: String(plan.first_year),
	last_year: String(plan.last_year),
	amount: figure(plan.amount),
	approval_no: plan.approval_no,
	approved_on: plan.approved_on,
});
/** Returns the form of a year's plan: filled from the stored one, else with all the years that one may have. */
export const planForm = (year: number, plan: PlanRow | undefined): FormState =>
	freshForm(plan ? textsOf(plan) : { first_year: String(year + 1), last_year: String(year + PLAN_YEARS) });

type Shown = { year: number; plan: PlanRow | undefined; state: FormState; removal: FormState };

/** Draws the page 結餘使用計畫 of a year. When another user saved meanwhile, it shows both versions of the fields. */
export function surplusPlanPage({ year, plan, state, removal }: Shown): Page {
	const stored = plan && textsOf(plan);
	const sides = NAMES.map(
		(name): Sides => ({
			field: name,
			label: LABELS[name],
			mine: typed(state, name).trim(),
			theirs: stored?.[name] ?? "",
		}),
	);
	const shown = stored ? againstStored(state, { version: plan.version, fields: sides }) : state;
	const options = planYears(year).map((one) => ({ value: String(one), label: yearWords(one) }));
	const version = plan?.version ?? 0;
	return {
		title: `${yearWords(year)}的結餘使用計畫`,
		area: LEDGER,
		crumbs: [...PERIOD_CRUMBS, { label: `${yearWords(year)}的年度作業`, href: ledger.year(year) }],
		slim: true,
		lead: "結餘有主管機關同意的使用計畫（四年內），不在支出 60% 的限制內（免納所得稅適用標準 §2 I 8）；以主管機關當年度說明為準。",
		body: html`<div class="stack">
			${card(
				{ label: "主管機關同意的計畫" },
				form(
					{
						action: ledger.surplusPlan(year),
						state: shown,
						version,
						submit: "儲存",
						cancel: ledger.year(year),
						main: true,
						guard: true,
					},
					html`<div class="cols">
						${field({ name: "first_year", state: shown, type: "select", options })}
						${field({ name: "last_year", state: shown, type: "select", options })}
					</div>`,
					field({ name: "amount", state: shown, type: "money" }),
					field({ name: "approval_no", state: shown, autocomplete: "off" }),
					field({ name: "approved_on", state: shown, type: "date", days: "past", narrow: true }),
				),
			)}
			${
				plan &&
				disclosure(
					{ label: "登記錯了，要刪除？", open: Boolean(removal.problem) },
					form(
						{
							action: ledger.surplusPlanRemoval(year),
							state: removal,
							version,
							submit: "刪除這個計畫",
							busy: "刪除中...",
							danger: true,
						},
						html`<p class="small">只適用於登記錯誤；刪除後，法定比率會再提醒。</p>`,
					),
				)
			}
		</div>`,
	};
}
