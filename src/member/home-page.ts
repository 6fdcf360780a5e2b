import type { ReadableDocument } from "#db/content/index.ts";
import type { OwnCredit, OwnDues, OwnPart, ShownAccount } from "#db/money/index.ts";
import type { Agreeable, CertificateState, ConsentRow, FamilyMember, MemberRow, Opening } from "#db/people/index.ts";
import {
	CONSENT_NAMES,
	IDENTITY_TYPE_LABELS,
	identityTypeLabel,
	isParent,
	memberStatusNow,
	type StatusNow,
} from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { announcementsCard, type OwnAnnouncement } from "#member/announcements/card.ts";
import { statusCard } from "#member/certificate/card.ts";
import { documentsCard } from "#member/documents/page.ts";
import { agreementCard } from "#member/family/agreement-card.ts";
import { duesCard, historyCard, unclaimed } from "#member/payments/cards.ts";
import { dayOf } from "#member/payments/words.ts";
import { consentNotice } from "#member/privacy/show-page.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pass } from "#ui/pass.ts";
import { dateWords } from "#ui/time.ts";
import { memberStatus, STANDING_WORDS, statusLook, validWords } from "./status-words.ts";

export type Home = {
	member: MemberRow;
	certificate: (CertificateState & Opening) | undefined;
	family: readonly FamilyMember[];
	consents: readonly ConsentRow[];
	/**
	 * The open dues, the overpaid credits, and the newest parts of payments (a part pays a dues item, a donation or a
	 * credit): those of the member and of the members for whom the user acts.
	 */
	dues: readonly OwnDues[];
	credits: readonly OwnCredit[];
	parts: readonly OwnPart[];
	accounts: readonly ShownAccount[];
	/** The newest documents that the user may read. */
	documents: readonly ReadableDocument[];
	announcements: readonly OwnAnnouncement[];
	/**
	 * Members whose former guardian the user was, and whose encrypted data the new guardian sees once the user agrees.
	 */
	agreeable: readonly Agreeable[];
	/** The discount for a disability certificate from the settings, in percent. */
	percent: number;
	/** The day in Taipei (YYYY-MM-DD); `at` is in UTC milliseconds. */
	today: string;
	at: number;
};

/** The most parts of payments on the dashboard. */
export const HOME_HISTORY = 4;
/** The most announcements on the dashboard. */
export const HOME_ANNOUNCEMENTS = 4;

/** Draws a member's dashboard. */
export function homePage(of: Home): Page {
	const { member, certificate, percent, today } = of;
	const standing = standingWords(of);
	return {
		title: `${calledBy(member.name)}，您好`,
		name: "我的首頁",
		slim: true,
		body: html`<div class="split">
			<div class="stack loose">
				${standing && notice({ tone: "info" }, standing)} ${consentNotice(of.consents)} ${member.is_contact === 0 && membership(of)}
				${duesCard({ ...of, hint: untilWhen(of) })} ${profileButton(of)}
				${historyCard(of.parts, "還沒有繳費。繳費紀錄會列在這裡，也可以在這裡看收據。")}
			</div>
			<div class="stack loose">
				${member.is_contact === 0 && certificate && statusCard({ certificate, percent, today, href: paths.member.certificate.show() })}
				${of.agreeable.map(agreementCard)} ${family(of)} ${announcementsCard(of.announcements)} ${documentsCard(of.documents, of.at)} ${consents(of)}
			</div>
		</div>`,
	};
}

const AFTER_DUES: readonly StatusNow[] = ["awaiting_payment", "grace", "lapsed"];

/**
 * Returns a sentence on what follows from the membership's status, or, once payments for all the member's own open dues
 * were sent in, that they are being checked; undefined for a status that needs no explanation.
 */
function standingWords({ member, dues, today }: Home): string | undefined {
	const now = memberStatusNow(member, today);
	const mine = dues.filter(({ own }) => own === 1);
	const isSent = mine.length > 0 && unclaimed(mine).length === 0;
	return AFTER_DUES.includes(now) && isSent ? "繳費資料已送出。核對完成後，會員資格就會更新。" : STANDING_WORDS[now];
}

/** Returns the given name of a Chinese name of three or four characters (陳怡君: 怡君); other names stay whole. */
const calledBy = (name: string): string => (/^\p{Script=Han}{3,4}$/u.test(name) ? name.slice(-2) : name);

/** Draws the membership card (會員資格): name, kind, status, member number, and until when it is valid. */
function membership({ member, today }: Home): VNode {
	const look = statusLook(memberStatusNow(member, today));
	return pass({
		name: member.name,
		kind: `${identityTypeLabel(member)}　${member.type_name}`,
		status: look.word,
		icon: look.icon,
		facts: [
			{ name: "會員編號", value: member.member_no ?? "尚無" },
			{ name: "有效期限", value: validWords(member) },
		],
	});
}

/**
 * Draws the button to the profile. It is primary only when there is nothing to pay, because then paying is not the
 * primary action.
 */
const profileButton = ({ dues }: Home): VNode =>
	linkButton({
		label: "查看與修改我的資料",
		href: paths.member.profile.edit(),
		tone: unclaimed(dues).length > 0 ? "plain" : "primary",
		size: "big",
		block: true,
	});

/**
 * Returns until when the member can pay their own dues without a gap in the membership, as a sentence; undefined
 * outside the grace period and when nothing of their own is to be paid.
 */
const untilWhen = ({ member: { grace_until }, dues, today }: Home): string | undefined =>
	grace_until !== null && today <= grace_until && unclaimed(dues).some(({ own }) => own === 1)
		? `${dayOf(grace_until)}前繳納，會員資格不中斷。`
		: undefined;

/**
 * Draws the card 我的家人 (my family): the members for whom the user acts. Without any, a parent reads how a child can
 * be linked; null for others.
 */
function family({ member, family: all, today }: Home): VNode | null {
	const add = linkButton({ label: "新增孩子", icon: "plus", href: paths.member.family.create() });
	if (all.length > 0)
		return card({ title: "我的家人", flush: true, foot: add }, items(all.map((one) => familyItem(one, today))));
	if (!isParent(member)) return null;
	return card(
		{ title: "我的家人" },
		html`<p class="soft small">孩子也是會員時，請協會把孩子連到您這裡，就能替他看資料、繳費和上傳證明。孩子還不是會員時，可以在這裡替他申請。</p>`,
		html`<p>${add}</p>`,
	);
}

const familyItem = (one: FamilyMember, today: string): Item => ({
	title: one.name,
	href: paths.member.dependent.show(one.id),
	sub: [one.identity_type && IDENTITY_TYPE_LABELS[one.identity_type], one.member_no ?? "還沒有會員編號"]
		.filter((words) => words !== null)
		.join("　"),
	side:
		one.status === null
			? html`<span class="soft small">已成年</span>`
			: memberStatus(memberStatusNow({ ...one, status: one.status }, today)),
});

/**
 * The kinds of consent whose state the dashboard shows. The consent that a guardian goes on acting for a grown-up
 * member stands on that member's own profile (我的資料).
 */
const SHOWN = ["personal_data", "health_data"] as const;

const consents = ({ consents: rows }: Home): VNode =>
	card(
		{ title: "個人資料與隱私" },
		facts(
			SHOWN.map((kind) => ({
				name: CONSENT_NAMES[kind],
				value: consentWords(
					kind,
					rows.find((row) => row.kind === kind),
				),
			})),
		),
		html`<p class="hint">查詢、下載、更正或刪除資料，以及誰看過敏感資料，都在這裡。</p>`,
		html`<p>${linkButton({ label: "查看與申請", href: paths.member.privacy.show() })}</p>`,
	);

function consentWords(kind: (typeof SHOWN)[number], row: ConsentRow | undefined): string {
	if (row === undefined) return kind === "health_data" ? "沒有同意（選填）" : "還沒有同意";
	return `${dateWords(row.at)}${row.given === 1 ? "同意" : "收回同意"}`;
}
