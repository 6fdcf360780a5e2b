import * as z from "zod";
import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { ApplicationRow } from "#db/people/member-picks.ts";
import { ageOn, identityTypeLabel } from "#domain/people/members/rules.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { STEP_PLACES, sourceWords } from "./record-words.ts";
import { resolutionFields } from "./step-page.ts";

const { members } = paths.admin;

export type Applications = { rows: ApplicationRow[]; who: Visitor; at: number };
const FORM = "approval";

/**
 * Draws the page 入會申請: the applications that wait for the board. Several can be approved at once with the board's
 * resolution.
 */
export function applicationsPage(list: Applications, state: FormState): Page {
	const { rows } = list;
	const total = rows[0]?.total ?? 0;
	return {
		title: "入會申請",
		area: "會員",
		crumbs: OFFICE_CRUMBS,
		lead:
			total === 0
				? "沒有等候審核的申請。"
				: `共 ${figure(total)} 位等候審核${total > rows.length ? `，先列出最早的 ${rows.length} 位` : ""}。`,
		body:
			rows.length === 0
				? card(
						{ flush: true, label: "入會申請" },
						noneYet({ title: "沒有等候審核的申請", text: "新的申請會出現在這裡。" }),
					)
				: form(
						{
							action: members.applications(),
							state,
							id: FORM,
							submit: "核准勾選的申請",
							busy: "核准中...",
							main: true,
						},
						notice(
							{ tone: "info", title: "核准後" },
							"依序給新的會員編號，狀態改為「待繳費」，入會日期依決議日期。一起申請的孩子各自成為一份申請，列在這裡，請接著核准。自己的申請請由其他人核准。",
						),
						card({ flush: true, label: "入會申請" }, waiting(list, state)),
						card({ title: "理事會決議" }, resolutionFields(state)),
					),
	};
}

const waiting = ({ rows, who, at }: Applications, state: FormState): VNode => {
	const chosen = [state.values.ids ?? []].flat();
	const today = dateInTaipei(at);
	return table({
		caption: "等候審核的入會申請",
		cards: true,
		rows,
		columns: [
			{ label: "姓名", head: true, cell: (row) => nameOf(row, who, chosen) },
			{ label: "身分", cell: identityTypeLabel },
			{ label: "會員類別", cell: ({ type_name }) => type_name },
			{ label: "年齡", cell: ({ birth_date }) => (birth_date === null ? "—" : `${ageOn(birth_date, today)} 歲`) },
			{ label: "申請日期", nowrap: true, cell: ({ status_since }) => status_since && dayText(status_since) },
			{ label: "資料來源", sheet: "line", cell: ({ source }) => sourceWords(source) },
			{ label: "操作", sheet: "acts", bare: true, end: true, nowrap: true, cell: actsOf },
		],
	});
};

const nameOf = (row: ApplicationRow, who: Visitor, chosen: string[]): Children => {
	const value = `${row.id}:${row.version}`;
	return html`<span class="who">
		<input
			type="checkbox"
			name="ids"
			value=${value}
			checked=${chosen.some((one) => one.startsWith(`${row.id}:`))}
			disabled=${isFamily(row, who)}
			aria-label=${`選取 ${row.name}`}
		/>
		<span>
			${allows("members", who) ? html`<a href=${members.show(row.id)}>${row.name}</a>` : row.name}
			<small class="soft">${besides(row)}</small>
			${childrenOf(row)}
		</span>
	</span>`;
};

const Waiting = z.array(z.object({ name: z.string(), is_alike: z.int() }));
/** Says which children wait with the application, and which of them the roster may have already. */
const childrenOf = ({ children }: ApplicationRow): Children => {
	const names = Waiting.parse(JSON.parse(children)).map((child) =>
		child.is_alike === 1 ? `${child.name}（名冊上可能已有）` : child.name,
	);
	return names.length > 0 && html`<small class="soft">一起申請的孩子：${names.join("、")}</small>`;
};

const besides = ({ guardian_name, member_no }: ApplicationRow): string =>
	[guardian_name && `受監護：${guardian_name}`, member_no && `沿用編號 ${member_no}`].filter(Boolean).join("　");

const actsOf = ({ id, name }: ApplicationRow): Children => [
	linkButton({
		label: "核准",
		about: `：${name}`,
		tone: "quiet",
		size: "s",
		href: members.step(id, STEP_PLACES.approve),
	}),
	linkButton({
		label: "不予通過",
		about: `：${name}`,
		tone: "quiet",
		size: "s",
		href: members.step(id, STEP_PLACES.decline),
	}),
];
