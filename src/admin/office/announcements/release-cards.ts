import { nowOrLater } from "#admin/content/index.ts";
import { audienceWords, mayWriteFor } from "#domain/office/announcements/audience.ts";
import { type FlowStep, ReleaseForm } from "#domain/office/announcements/form.ts";
import { paths } from "#http/paths.ts";
import { taipeiInput } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import type { Option } from "#ui/field-parts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { type Status, status } from "#ui/status.ts";
import { dayAndClock } from "#ui/time.ts";
import { FLOW_LABELS, flowHref } from "./flow.ts";
import { isUnderWay, type Mailing } from "./mailing.ts";
import { standingOf } from "./words.ts";

const { announcements } = paths.admin;
const field = fieldsOf(ReleaseForm);

type Check = { step: FlowStep; words: string; state: "ok" | "warn" | "missing" };
const LOOKS: Record<Check["state"], Status> = {
	ok: { word: "好了", tone: "ok" },
	warn: { word: "請確認", tone: "warn" },
	missing: { word: "還缺", tone: "danger" },
};

/** Returns what each step has come to: what is missing keeps the announcement from being sent. */
export function checksOf({ row, named, all, isSetUp }: Mailing): Check[] {
	const people = all.mailed + all.no_address + all.unsubscribed;
	const audience = audienceWords(row.audience, named);
	const isNobody = row.by_mail === 1 && all.mailed === 0;
	return [
		row.body_markdown.trim() === ""
			? { step: "writing", words: "內文還是空的", state: "missing" }
			: { step: "writing", words: "標題與內文寫好了", state: "ok" },
		{
			step: "audience",
			words: people === 0 ? `給${audience}，現在沒有人` : `給${audience}，${figure(people)} 位`,
			state: people === 0 && row.audience !== "public" ? "warn" : "ok",
		},
		{
			step: "channels",
			words:
				row.by_mail === 0
					? "只放在網頁，不寄電子郵件"
					: isNobody
						? "要寄電子郵件，但沒有人收得到"
						: `網頁，也寄電子郵件給 ${figure(all.mailed)} 位`,
			state: isNobody ? "missing" : row.by_mail === 1 && !isSetUp ? "warn" : "ok",
		},
		{ step: "preview", words: "看過網頁與信的樣子了嗎？", state: "ok" },
	];
}

/** Draws what is missing before an announcement is sent, and the form that sends it now or at a time. */
export function releaseCards(of: Mailing, state: FormState): Children {
	const { row, may, at } = of;
	const checks = checksOf(of);
	const isReady = checks.every((check) => check.state !== "missing");
	const mayWrite = mayWriteFor(may, row.audience);
	const isScheduled = standingOf(row, at) === "scheduled";
	return [
		card(
			{ title: "發送前檢查", flush: true },
			items(
				checks.map(({ step, words, state: how }) => ({
					title: FLOW_LABELS[step],
					href: flowHref(row.id, step),
					sub: words,
					...(step === "preview" ? {} : { side: status(LOOKS[how]) }),
				})),
			),
		),
		!mayWrite && notice({ tone: "info" }, "公開的公告由有「發布公開公告」權限的人發送。"),
		!isReady && notice({ tone: "warn", title: "還不能發送" }, "請先補上標示「還缺」的步驟。"),
		isScheduled &&
			card(
				{ title: "已經排程" },
				html`<p>${dayAndClock(row.publish_from ?? 0, at)} 開始公告${isUnderWay(of.mailings) ? "，同時開始寄信" : ""}。開始之前都可以改時間或取消；名單以開始時為準。</p>`,
				row.by_mail === 1 &&
					!isUnderWay(of.mailings) &&
					notice(
						{ tone: "warn", title: "信還沒有安排" },
						"對象或管道在排程之後改過，請按「儲存新的時間」，信才會一起寄。",
					),
				mayWrite &&
					form({
						...{ action: announcements.step(row.id, "withdrawal"), state: freshForm(), version: row.version },
						...{ submit: "取消排程", busy: "處理中...", danger: true },
					}),
			),
		mayWrite && isReady && releaseCard(of, state),
	];
}

const WHEN: Option[] = [
	{ value: "now", label: "立即" },
	{ value: "later", label: "排程" },
];

function releaseCard({ row, at }: Mailing, state: FormState): VNode {
	const isScheduled = standingOf(row, at) === "scheduled";
	const mail = row.by_mail === 1 ? "並寄信" : "";
	return card(
		{ title: isScheduled ? "改時間" : "什麼時候發送" },
		form(
			{ action: announcements.step(row.id, "publication"), state, version: row.version, main: true },
			html`<div class="stack publish">
				${segment({ name: "publish", label: "發送時間", hideLabel: true, state, fill: true, options: WHEN })}
				<div class="publish-later">${field({ name: "publish_at", label: "公告時間", state, type: "moment", days: "future", min: taipeiInput(at) })}</div>
				${field({ name: "unpublish_at", label: "下架時間", state, type: "moment", days: "future", optional: true, hint: "到時自動結束，內容留在這裡。" })}
			</div>`,
			html`<p>${button({
				label: html`<span>${nowOrLater(`發布${mail}`, isScheduled ? "儲存新的時間" : "排程發布")}</span>`,
				tone: "primary",
				busy: "發送中...",
			})}</p>`,
		),
	);
}
