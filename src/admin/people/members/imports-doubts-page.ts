import type { ImportRow } from "#db/system/index.ts";
import type { PlannedImport } from "#domain/people/roster/actions.ts";
import { choicesOf, type Decision, namedBy } from "#domain/people/roster/decisions.ts";
import { type DoubtfulRow, doubtful } from "#domain/people/roster/plan-row.ts";
import { REASONS, type ReasonCode } from "#domain/people/roster/reasons.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { noneYet } from "#ui/empty.ts";
import type { Option } from "#ui/field-parts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { beside, candidatesOf, type Person, placeOf } from "./imports-doubts-beside.ts";
import { fieldOfRow } from "./imports-doubts-form.ts";
import { reasonList } from "./imports-reasons.ts";
import { IMPORT_CRUMBS } from "./imports-upload.ts";
import { OUTCOME_LOOKS, reasonTitle, reasonWords } from "./imports-words.ts";

/** The number of doubtful rows on a page. */
const SIZE = 20;

export type Doubts = { row: ImportRow; plan: PlannedImport; page: number };

/** Returns the doubtful rows in the order of the page: all of one reason together. */
const inOrder = (plan: PlannedImport): DoubtfulRow[] => {
	const rows = doubtful(plan.rows);
	return REASONS.flatMap((code) => rows.filter(({ doubt }) => doubt.reason.code === code));
};

/** Draws the page on which doubtful rows are settled: each beside the people whom it may mean. */
export function doubtsPage({ row, plan, page }: Doubts, state: FormState): Page {
	const here = paths.admin.members.imports;
	const all = inOrder(plan);
	const shown = all.slice((page - 1) * SIZE, page * SIZE);
	const codes = [...new Set(shown.map(({ doubt }) => doubt.reason.code))];
	const open = all.filter(({ doubt }) => doubt.decision === undefined).length;
	return {
		title: "釐清有疑義的列",
		name: row.filename,
		area: "匯入名冊",
		crumbs: [...IMPORT_CRUMBS, { label: row.filename, href: here.show(row.id) }],
		lead: `共 ${figure(all.length)} 列，還有 ${figure(open)} 列沒有決定。選「同一人」只補那一位空白的欄位，不會覆蓋；沒有決定的列不會匯入。`,
		actions: [linkButton({ label: "看試算結果", href: here.show(row.id) })],
		body:
			all.length === 0
				? noneYet({ title: "沒有需要釐清的列", text: "可以回到試算結果，確認後寫入。" })
				: form(
						{
							action: `${here.doubts(row.id)}?page=${page}`,
							state,
							version: row.version,
							main: true,
							submit: "儲存決定",
						},
						codes.map((code) => groupOf(code, { all, shown, plan, state })),
						pager({ here: { path: here.doubts(row.id), query: {} }, page, size: SIZE, total: all.length, unit: "列" }),
					),
	};
}

type Drawing = { all: readonly DoubtfulRow[]; shown: readonly DoubtfulRow[]; plan: PlannedImport; state: FormState };

/** Draws the doubts of one reason, with what settles all of them in one press. */
function groupOf(code: ReasonCode, { all, shown, plan, state }: Drawing): VNode {
	const ofCode = ({ doubt }: DoubtfulRow) => doubt.reason.code === code;
	const rows = all.filter(ofCode);
	const decisions = new Set(rows.flatMap(({ doubt }) => choicesOf(doubt.reason)));
	const ways = [
		...([...decisions].some((one) => namedBy(one)) ? [{ as: "same", label: "全部是同一人" }] : []),
		...(decisions.has("other") ? [{ as: "other", label: "全部是不同人" }] : []),
		{ as: "skip", label: "全部略過" },
	];
	return card(
		{ title: reasonTitle(code), count: rows.length },
		shown.filter(ofCode).map((row) => doubtOf(row, plan, state)),
		code === "name_once" &&
			checkbox({
				name: "tick",
				label: `這 ${figure(rows.length)} 列我都看過了，是同一人`,
				value: `${code}:same`,
				state,
			}),
		html`<div class="row">
			${ways.map(({ as, label }) => button({ label, name: "all", value: `${code}:${as}`, busy: "儲存中...", about: reasonTitle(code) }))}
		</div>`,
	);
}

function doubtOf(row: DoubtfulRow, plan: PlannedImport, state: FormState): VNode {
	const { reason } = row.doubt;
	const people = candidatesOf(row, plan);
	const place = placeOf(row);
	return html`<div class="stack tight">
		<p>${status(OUTCOME_LOOKS[row.outcome])} <b>${row.name}</b>（${place}）</p>
		<p>${reasonList({ reasons: [reason], words: reasonWords, known: plan.known })}</p>
		${beside({ title: place, values: { ...row.values, name: row.name } }, people)}
		${segment({ name: fieldOfRow(row), label: `${place} ${row.name}`, hideLabel: true, state, options: optionsOf(row, people) })}
	</div>`;
}

/** Returns the answers to a doubt: the people that it names, somebody else, left out, and none yet. */
function optionsOf({ source, doubt }: DoubtfulRow, people: readonly Person[]): Option[] {
	const choices = choicesOf(doubt.reason);
	const same = choices.filter((one) => namedBy(one) !== undefined);
	const nameOf = (value: Decision) => people.find(({ decision }) => decision === value)?.title ?? "";
	return [
		{ value: "", label: "還沒決定" },
		...same.map((value) => ({ value, label: same.length === 1 ? "同一人" : `同一人：${nameOf(value)}` })),
		...(choices.includes("other") ? [{ value: "other", label: source === "roster" ? "不同人，新增" : "不同人" }] : []),
		{ value: "skip", label: "略過" },
	];
}
