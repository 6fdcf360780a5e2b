import { actionWords } from "#admin/action-words.ts";
import type {
	ConsentHistoryRow,
	ConsentRow,
	FamilyMember,
	MemberReadRow,
	MemberRow,
	RequestRow,
} from "#db/people/index.ts";
import { CONSENT_NAMES, type ConsentKind, READER_WORDS, REQUEST_KIND_LABELS } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";
import { dateWords, moment } from "#ui/time.ts";
import { type Purpose, purposesCard } from "./purposes-card.ts";
import { dueWords, requestStatus } from "./words.ts";

const { privacy, profile } = paths.member;
export const READS_SHOWN = 30;

export type PrivacyPage = {
	member: MemberRow;
	/** The id of the member for whom the user acts; undefined on the user's own page. */
	dependent: number | undefined;
	consents: readonly ConsentHistoryRow[];
	/** The purposes of special data that the member agrees to, where sealed data are open to the user. */
	purposes: readonly Purpose[];
	requests: readonly RequestRow[];
	reads: readonly MemberReadRow[];
	family: readonly FamilyMember[];
	/** The day in Taipei, YYYY-MM-DD. */
	today: string;
};

/** Returns the breadcrumbs of the privacy pages of a member. */
export const privacyCrumbs = (member: { name: string }, dependent: number | undefined) => [
	HOME,
	...(dependent === undefined ? [] : [{ label: member.name, href: paths.member.dependent.show(dependent) }]),
	{ label: "個人資料與隱私", href: privacy.show(dependent) },
];

/**
 * Draws the page of personal data and privacy (個人資料與隱私): the consents, the possible requests, and who read the
 * sensitive data.
 */
export function privacyPage(of: PrivacyPage): Page {
	const { member, dependent } = of;
	return {
		title: dependent === undefined ? "個人資料與隱私" : `${member.name}的個人資料與隱私`,
		area: dependent === undefined ? undefined : "我的家人",
		crumbs: privacyCrumbs(member, dependent).slice(0, -1),
		lead: `${dependent === undefined ? "您同意" : "同意"}了什麼、可以要求什麼、誰看過敏感資料，都在這一頁。`,
		slim: true,
		body: html`<div class="stack loose">
			${consentsCard(of)} ${of.purposes.length > 0 && purposesCard(of.purposes, dependent)} ${rightsCard(of)} ${requestsCard(of)} ${readsCard(of)} ${familyCard(of)}
		</div>`,
	};
}

const SHOWN = ["personal_data", "health_data"] as const;
export type ConsentNow = "given" | "outdated" | "ended" | "none";
const CONSENT_LOOKS: Record<ConsentNow, Status> = {
	given: { word: "已同意", tone: "ok" },
	outdated: { word: "有新版本，請再看一次", tone: "warn" },
	ended: { word: "已收回", icon: "undo" },
	none: { word: "還沒有同意", tone: "warn" },
};

/**
 * Returns the state of a kind of consent, by the first of its `rows`, which must be the newest: "none" without a row,
 * "ended" when withdrawn, "outdated" when its text is no longer the current version.
 */
export function consentNow(
	kind: ConsentKind,
	rows: readonly Pick<ConsentRow, "kind" | "given" | "is_current">[],
): ConsentNow {
	const now = rows.find((row) => row.kind === kind);
	if (now === undefined) return "none";
	if (now.given === 0) return "ended";
	return now.is_current === 1 ? "given" : "outdated";
}

const LOOK_HEALTH: Status = { word: "沒有同意（選填）" };

function consentsCard({ consents, dependent }: PrivacyPage): VNode {
	return card(
		{ title: dependent === undefined ? "我的同意" : "同意紀錄", flush: true, foot: guardianLine(dependent) },
		items(
			SHOWN.map((kind) => {
				const now = consentNow(kind, consents);
				const newest = consents.find((row) => row.kind === kind);
				return {
					title: CONSENT_NAMES[kind],
					href: privacy.consent(kind, dependent),
					sub: newest
						? consentWords(newest)
						: kind === "health_data"
							? "沒有同意時，協會不保存病況。"
							: "請閱讀告知事項。",
					side: status(kind === "health_data" && now === "none" ? LOOK_HEALTH : CONSENT_LOOKS[now]),
				};
			}),
		),
		consents.length > 0 &&
			html`<div class="card-body">${disclosure({ label: "全部紀錄" }, historyList(consents))}</div>`,
	);
}

const guardianLine = (dependent: number | undefined): Children =>
	dependent === undefined &&
	html`<p class="hint">曾由監護人代為處理的會員，成年後在<a href=${profile.edit()}>我的資料</a>決定是否繼續。</p>`;

/** Returns a consent in words: 2026年11月20日同意，版本 2026-11，紙本. */
export const consentWords = ({ at, given, text_version, channel, signed_on }: ConsentHistoryRow): string =>
	[
		`${dateWords(at)}${given === 1 ? "同意" : "收回"}`,
		`版本 ${text_version}`,
		channel === "paper" ? `紙本${signed_on === null ? "" : `（${signed_on.replaceAll("-", "/")} 簽署）`}` : "",
	]
		.filter((word) => word !== "")
		.join("，");

const historyList = (consents: readonly ConsentHistoryRow[]): VNode => html`<ul>
	${consents.map(
		(row) =>
			html`<li>
				${CONSENT_NAMES[row.kind]}：${consentWords(row)}
				${row.has_text === 1 && ["　", html`<a href=${privacy.text(row.kind, row.text_version)}>看當時的文字</a>`]}
			</li>`,
	)}
</ul>`;

const rightsCard = ({ dependent }: PrivacyPage): VNode =>
	card(
		{ title: "您的權利" },
		html`<p>
			依個人資料保護法，您可以查詢、閱覽、取得複本（15 天內答覆），請求補充、更正、停止利用或刪除（30 天內答覆）。協會必要時可以延長一次，會告訴您原因。
		</p>`,
		html`<div class="stack tight">
			${linkButton({ label: "下載我們保存的資料", icon: "download", href: privacy.copy(dependent), size: "big", block: true })}
			${linkButton({ label: "提出申請", href: privacy.create(dependent), size: "big", block: true, tone: "primary" })}
		</div>`,
		html`<p class="hint">電話、地址等資料可以直接${
			dependent === undefined
				? html`<a href=${profile.edit()}>自己修改</a>`
				: html`<a href=${paths.member.dependent.edit(dependent)}>修改</a>`
		}，不必提出申請。</p>`,
	);

function requestsCard({ requests, today, dependent }: PrivacyPage): VNode | null {
	if (requests.length === 0) return null;
	return card(
		{ title: dependent === undefined ? "我的申請" : "申請紀錄", flush: true },
		items(
			requests.map((row) => ({
				title: REQUEST_KIND_LABELS[row.kind],
				href: privacy.request(row.id),
				sub: row.status === "open" ? `答覆期限 ${dueWords(row, today)}` : `${dateWords(row.created_at)}提出`,
				side: requestStatus(row.status),
			})),
		),
	);
}

/** The words for who read the data, on the page of a member for whom the user acts: "guardian" is there the user. */
const GUARDIAN_READS: Record<keyof typeof READER_WORDS, string> = {
	...READER_WORDS,
	self: "本人",
	guardian: "監護人（您）",
};

const readsCard = ({ reads, dependent }: PrivacyPage): VNode =>
	card(
		{ title: "誰看過敏感資料" },
		html`<p class="soft small">
			有人查看身分證字號、病況、身障證明，或取得整份資料時，會留下紀錄。這裡列出最近 ${READS_SHOWN} 次；匯出與列印名冊另有紀錄，由協會保存。
		</p>`,
		reads.length === 0
			? html`<p>目前沒有人看過。</p>`
			: html`<ul class="plain small">
					${reads.map(
						({ at, reader, action }) =>
							html`<li>${moment(at)}　${(dependent === undefined ? READER_WORDS : GUARDIAN_READS)[reader]}　${actionWords(action)}</li>`,
					)}
				</ul>`,
	);

function familyCard({ family, dependent }: PrivacyPage): VNode | null {
	const acted = family.filter(({ acts }) => acts === 1);
	if (dependent !== undefined || acted.length === 0) return null;
	return card(
		{ title: "家人的個人資料", flush: true },
		items(acted.map(({ id, name }) => ({ title: name, href: privacy.show(id), sub: "查看同意、提出申請" }))),
	);
}

/** Draws on the home page a request for consent when its text has changed or it was never given; null otherwise. */
export const consentNotice = (rows: readonly Pick<ConsentRow, "kind" | "given" | "is_current">[]): VNode | null => {
	const now = consentNow("personal_data", rows);
	if (now === "given" || now === "ended") return null;
	return notice(
		{ tone: "info", title: now === "outdated" ? "個人資料告知事項更新了" : "請閱讀個人資料告知事項" },
		html`<p class="row form-end">${linkButton({ label: "閱讀並同意", href: privacy.consent("personal_data") })}</p>`,
	);
};
