import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { AudienceCounts } from "#db/office/announcement-receivers.ts";
import { audienceWords, mayWriteFor, type NamedAudience } from "#domain/office/announcements/audience.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { funds } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import type { Option } from "#ui/field-parts.ts";
import { type FormState, isFresh } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { beside, FLOW_LABELS, flowCrumbs, flowLinks, flowTabs, standingLead } from "./flow.ts";
import { audienceOptions, standingOf } from "./words.ts";

const { announcements } = paths.admin;
const FORM = "audience";

export type ChosenAudience = {
	row: EditedAnnouncementRow;
	named: readonly NamedAudience[];
	/** The views of the members' list that may be chosen, by the codes of their options. */
	views: readonly Option[];
	/** The code that is chosen on the page, and how many people it has. */
	chosen: string;
	counts: AudienceCounts;
	may: ReadonlySet<Permission>;
	at: number;
};

/**
 * Draws the step 對象: for whom the announcement is, and how many people that are. With scripts the numbers follow the
 * choice (`data-live`); without, a button asks for them.
 */
export function audiencePage(of: ChosenAudience, state: FormState): Page {
	const { row, named, may } = of;
	const mayWrite = mayWriteFor(may, row.audience);
	return {
		title: "公告的對象",
		name: `對象：${row.title}`,
		area: "公告",
		crumbs: flowCrumbs(row),
		lead: standingLead(row, of),
		tabs: flowTabs(row.id, "audience"),
		slim: true,
		body: html`<div class="stack">
			${errorSummary(state)}
			${mayWrite ? choosing(of, state) : notice({ tone: "info" }, `這則公告給${audienceWords(row.audience, named)}。公開的公告由有「發布公開公告」權限的人修改。`)}
			<div id="list" class="stack">
				${card({ title: "這份對象有多少人" }, people(of), hints(of))}
				${mayWrite ? steps(of) : flowLinks(row.id, "audience")}
			</div>
		</div>`,
	};
}

function choosing({ row, named, views, chosen, may }: ChosenAudience, state: FormState): VNode {
	const all = [...audienceOptions(named), ...views];
	// A removed role or a retired group is still shown while it is the audience.
	const gone = all.some(({ value }) => value === row.audience)
		? []
		: [{ value: row.audience, label: audienceWords(row.audience, named) }];
	const options = [...gone, ...all].filter(({ value }) => mayWriteFor(may, value) || value === row.audience);
	return html`<form class="form stack" id=${FORM} method="post" action=${announcements.step(row.id, "audience")} data-live novalidate>
		${field({
			name: "audience",
			label: "給誰看",
			state: { ...state, values: { ...state.values, audience: chosen } },
			type: "select",
			options,
			autofocus: isFresh(state),
			hint: "公開的會出現在官網；其他的要登入才看得到。給會員的，監護人也看得到。檢視會存成同名的條件名單，符合的人以發送當時為準。",
		})}
		<p class="filter-send"><button class="btn s" type="submit" formmethod="get">看人數</button></p>
	</form>`;
}

/** Returns how many people an audience has, by how they hear of the announcement. */
export const audienceFacts = (of: AudienceCounts): { name: string; value: string }[] =>
	[
		{ name: "收得到信", many: of.mailed },
		{ name: "只在會員專區看得到", many: of.reads_only },
		{ name: "沒有電子郵件，也沒有帳號", many: of.no_address - of.bounced - of.reads_only },
		{ name: "已取消訂閱", many: of.unsubscribed },
		{ name: "上次的信退回，不寄", many: of.bounced },
		{ name: "不得告知，不寄也看不到", many: of.banned },
	]
		.filter(({ many, name }) => many > 0 || name === "收得到信")
		.map(({ name, many }) => ({ name, value: `${figure(many)} 位` }));

const people = ({ counts }: ChosenAudience): VNode => funds(audienceFacts(counts));

const hints = ({ chosen, counts, row, at }: ChosenAudience): Children => [
	html`<p class="hint">${
		chosen.startsWith("staff:")
			? "寄到他們登入用的電子郵件，每人一封。"
			: "有帳號的寄到登入用的電子郵件，受監護的會員也寄給監護人；都沒有時寄到會員資料上的電子郵件。同一個信箱只算一位。"
	}</p>`,
	chosen === "public" && html`<p class="hint">公開的公告，官網上人人看得到；這裡算的是會員。</p>`,
	counts.mailed + counts.no_address + counts.unsubscribed === 0 &&
		notice({ tone: "warn" }, "這份對象現在沒有人，請換一個，或先確認名單。"),
	chosen !== row.audience &&
		standingOf(row, at) !== "draft" &&
		notice({ tone: "warn" }, "公告已經排程或發布：換了對象，安排好的寄送會停止，要到「發送」再安排一次。"),
];

function steps({ row }: ChosenAudience): VNode {
	const { before, after } = beside("audience");
	const press = (label: string, to: string | undefined, tone = ""): VNode => html`<button
		class=${`btn${tone}`}
		type="submit"
		form=${FORM}
		name="version"
		value=${String(row.version)}
		formaction=${`${announcements.step(row.id, "audience")}${to ? `?to=${to}` : ""}`}
		data-busy="儲存中..."
	>${label}</button>`;
	return html`<p class="row between">
		${before && press(`上一步：${FLOW_LABELS[before]}`, before)}
		${press("儲存", undefined)}
		${after && press(`下一步：${FLOW_LABELS[after]}`, after, " primary")}
	</p>`;
}
