import { ManyPayees, MOST_PAYEES, PASTED_COLUMNS } from "#domain/books/payees/many.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { PAYEE_CRUMBS } from "./form-page.ts";

const { payees } = paths.admin;
const field = fieldsOf(ManyPayees);

/** Draws the page on which a pasted list becomes payees, all of them or none. */
export const manyPayeesPage = (key: string, state: FormState): Page => ({
	title: "貼上受款人名單",
	area: "受款人",
	crumbs: PAYEE_CRUMBS,
	slim: true,
	body: form(
		{
			action: payees.createMany(),
			state,
			key,
			submit: "新增受款人",
			cancel: payees.list(),
			main: true,
			guard: true,
		},
		card(
			{ label: "名單" },
			html`<p class="small">每人一行，依序是${PASTED_COLUMNS.join("、")}；直接從試算表複製這幾欄即可，第一行可以是欄名。只有姓名必填，沒有的留空白。</p>`,
			field({
				name: "pasted",
				label: "名單",
				type: "textarea",
				rows: 10,
				state,
				hint: `一次最多 ${MOST_PAYEES} 位。有一行不對就都不會新增，並且寫出是哪一行；統一編號的當成公司團體。`,
			}),
		),
	),
});
