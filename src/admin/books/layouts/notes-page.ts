import { LEDGER_CRUMBS } from "#admin/books/ledger/words.ts";
import { Note } from "#domain/books/layouts/form.ts";
import { changeOf, type LayoutLine, type Report } from "#domain/books/layouts/lines.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { hrefWith } from "#ui/url-state.ts";
import { HEADS, REPORT_NAMES } from "./page.ts";

const { layouts } = paths.admin;

export const LAYOUT_CRUMBS = [...LEDGER_CRUMBS, { label: "預決算表", href: layouts.show() }];

export type Noted = { year: number; report: Report; lines: LayoutLine[]; version: number };

/** Draws the page on which the accountant says what the lines of a year's statement mean (說明). */
export function notesPage({ year, report, lines, version }: Noted, state: FormState): Page {
	const query = { year: String(year), report };
	return {
		title: `${REPORT_NAMES[report]}的說明`,
		area: "預決算表",
		crumbs: LAYOUT_CRUMBS,
		lead: `${year - 1911} 年度。寫在列印和匯出檔的「說明」欄，例如增減的原因；不用說明的留白。`,
		slim: true,
		body: card(
			{ label: "說明" },
			form(
				{
					action: hrefWith({ path: layouts.notes(), query }, {}),
					state,
					version,
					submit: "儲存說明",
					cancel: hrefWith({ path: layouts.show(), query }, {}),
					main: true,
					guard: true,
				},
				lines.map((line) =>
					field({
						name: `note_${line.key}`,
						label: `${line.place.filter((one) => one !== null).join("-")}　${line.name}`,
						state,
						autocomplete: "off",
						maxlength: mostCharacters(Note),
						hint: figuresOf(line, report),
					}),
				),
			),
		),
	};
}

function figuresOf(line: LayoutLine, report: Report): string {
	const { more, less } = changeOf(line);
	const [now, than, above, below] = HEADS[report];
	const change = more > 0 ? `，${above} ${figure(more)}` : less > 0 ? `，${below} ${figure(less)}` : "";
	return `${now} ${figure(line.now)}，${than} ${figure(line.than)}${change}`;
}
