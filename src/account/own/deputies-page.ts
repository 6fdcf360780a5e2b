import { PERMISSION_WORDS } from "#admin/words.ts";
import type { DeputyRow, PastDeputyRow } from "#db/system/index.ts";
import { DeputyInput } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import type { Permission } from "#permissions.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { ownPage } from "./parts.ts";

const field = fieldsOf(DeputyInput);

export type Deputies = {
	current: DeputyRow[];
	past: PastDeputyRow[];
	standsInFor: DeputyRow[];
	options: { id: number; name: string }[];
	/**
	 * The permissions that a deputy of the user would get: those of DEPUTISED that the user holds; empty when the user
	 * holds none.
	 */
	given: readonly Permission[];
	/** Today's date in Taipei. */
	today: string;
	state: FormState;
	key: string;
	/** The reason why a deputyship could not be ended. */
	problem?: string | undefined;
};

const dayOf = (day: string): string => dateWords(Date.parse(`${day}T00:00:00+08:00`));
/** Writes the first and the last day of a deputyship, with the year once when both days are in the same year. */
export function periodWords({ starts_on, ends_on }: { starts_on: string; ends_on: string }): string {
	const [first, last] = [dayOf(starts_on), dayOf(ends_on)];
	if (first === last) return first;
	return `${first}至${starts_on.slice(0, 4) === ends_on.slice(0, 4) ? last.slice(5) : last}`;
}

/** Draws the page of deputies (職務代理人): the user's deputies, and the users whose deputy the user is. */
export const deputiesPage = (of: Deputies): Page =>
	ownPage({
		title: "職務代理人",
		lead: "請假或出國時，請同事在期間內代為審核與過帳。紀錄會寫明是代理。",
		body: html`<div class="stack loose">
			${of.problem && notice({ tone: "warn", role: "alert" }, of.problem)}
			${card({ title: "指定代理人" }, nameForm(of))}
			${card({ title: "我的代理人", flush: true }, mine(of))}
			${of.standsInFor.length > 0 && card({ title: "我代理的人", flush: true }, others(of.standsInFor, of.today))}
		</div>`,
	});

function nameForm({ given, options, state, key, today }: Deputies): VNode {
	if (given.length === 0) return html`<p class="soft">您自己的角色沒有審核或過帳的權限，沒有可以交給代理人的工作。</p>`;
	if (options.length === 0) return html`<p class="soft">還沒有其他工作人員可以擔任代理人。</p>`;
	return form(
		{ action: paths.account.deputies(), state, submit: "指定代理人", key },
		html`<p class="small"><span class="soft">代理人可以代您：</span>${given.map((one) => PERMISSION_WORDS[one]).join("、")}。您自己的權限不受影響。</p>`,
		field({
			name: "deputy",
			label: "代理人",
			state,
			type: "select",
			empty: "請選擇",
			options: options.map(({ id, name }) => ({ value: String(id), label: name })),
		}),
		html`<div class="row">
			${field({ name: "starts_on", label: "開始日期", state, type: "date", min: today, narrow: true })}
			${field({ name: "ends_on", label: "結束日期（含當天）", state, type: "date", min: today, narrow: true })}
		</div>`,
	);
}

type Line = { name: string; period: Children; shown: Status; act?: Children };

const lines = (caption: string, who: string, rows: Line[]): VNode =>
	table({
		caption,
		cards: true,
		rows,
		empty: noneYet({ title: "還沒有指定過代理人", text: "在上面選一位同事與期間。" }),
		columns: [
			{ label: who, head: true, cell: ({ name }) => name },
			{ label: "期間", bare: true, cell: ({ period }) => period },
			{ label: "狀態", nowrap: true, sheet: "corner", cell: ({ shown }) => status(shown) },
			{ label: "操作", quiet: true, end: true, sheet: "acts", cell: ({ act }) => act },
		],
	});

const ON: Status = { word: "代理中", tone: "ok" };
const COMING: Status = { word: "尚未開始", tone: "info", icon: "clock" };
const INERT: Status = { word: "帳號停用中", tone: "warn" };

/**
 * Returns a deputyship's status. A deputyship inside its dates does not count (INERT) while one of the two users cannot
 * sign in.
 */
const statusOf = ({ is_on, starts_on }: DeputyRow, today: string): Status => {
	if (is_on === 1) return ON;
	return starts_on > today ? COMING : INERT;
};

const mine = ({ current, past, today }: Deputies): VNode =>
	lines("我的代理人，先列進行中與未來的", "代理人", [
		...current.map((row) => ({
			name: row.deputy_name,
			period: periodWords(row),
			shown: statusOf(row, today),
			act: endForm(row, today),
		})),
		...past.map((row) => ({
			name: row.deputy_name,
			period: [periodWords(row), row.ended_at !== null && html`<small>${dateWords(row.ended_at)}提前結束</small>`],
			shown: { word: "已結束" },
		})),
	]);

const others = (rows: DeputyRow[], today: string): VNode =>
	lines(
		"我代理的人",
		"姓名",
		rows.map((row) => ({ name: row.user_name, period: periodWords(row), shown: statusOf(row, today) })),
	);

const endForm = ({ id, version, deputy_name, starts_on }: DeputyRow, today: string): VNode => html`<form
	method="post"
	action=${paths.account.deputyEnd(id)}
>
	<input type="hidden" name="version" value=${version} />
	${button({
		label: starts_on > today ? "取消" : "提前結束",
		size: "s",
		about: `${deputy_name}的代理`,
		busy: "處理中...",
	})}
</form>`;
