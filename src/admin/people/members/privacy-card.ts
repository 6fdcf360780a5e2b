import { actionWords } from "#admin/action-words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { MemberReadRow } from "#db/people/access-log.ts";
import type { ConsentRow } from "#db/people/consents.ts";
import type { MemberRow } from "#db/people/member-reads.ts";
import type { RequestRow } from "#db/people/privacy.ts";
import { CONSENT_KINDS, type ConsentKind } from "#domain/people/members/codes.ts";
import { READER_WORDS } from "#domain/people/privacy/access.ts";
import { REQUEST_KIND_LABELS } from "#domain/people/privacy/labels.ts";
import { ENDED } from "#domain/people/privacy/rules.ts";
import { CONSENT_NAMES } from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { ago, dateWords } from "#ui/time.ts";
import { accessOf } from "./privacy-access-list.ts";
import { requestStatus } from "./privacy-words.ts";

const { privacy } = paths.admin.members;
/** The number of accesses to sensitive data that the member's page shows. */
export const READS_ON_RECORD = 3;

export type PrivacySide = {
	member: MemberRow;
	consents: readonly ConsentRow[];
	requests: readonly RequestRow[];
	reads: readonly MemberReadRow[];
	who: Visitor;
	at: number;
};

/** Draws the card 個人資料與隱私 of a record: the consents, the open requests, and who viewed sensitive data. */
export function privacyCard({ member, consents, requests, reads, who, at }: PrivacySide): VNode {
	const { id } = member;
	const open = requests.filter(({ status }) => status === "open");
	const manages = allows("members_manage", who) && member.pseudonymised_at === null;
	return card(
		{
			title: "個人資料與隱私",
			flush: true,
			link: manages ? { href: privacy.consent(id), label: "同意紀錄" } : undefined,
			foot: manages ? html`<div class="row">${buttons(member, who)}</div>` : erasedFoot(member, who),
		},
		open.length > 0 &&
			items(
				open.map((row) => ({
					title: `申請${REQUEST_KIND_LABELS[row.kind]}`,
					href: privacy.show(row.id),
					side: requestStatus(row, dateInTaipei(at)),
				})),
			),
		html`<div class="card-body stack">
			${facts(shownKinds(member).map((kind) => ({ name: CONSENT_NAMES[kind], value: consentWords(kind, consents) })))}
			${
				allows("access_log", who) &&
				html`<div>
					<p class="soft small"><a href=${accessOf(member)}>個資存取紀錄</a></p>
					${
						reads.length === 0
							? html`<p class="small">沒有人看過敏感資料。</p>`
							: html`<ul class="plain small">
									${reads.map(({ at: then, reader, action }) => html`<li>${ago(then, at)}　${READER_WORDS[reader].replace("您自己", "本人").replace("您的", "")}　${actionWords(action)}</li>`)}
								</ul>`
					}
				</div>`
			}
		</div>`,
	);
}

const shownKinds = ({ guardian_member_id }: MemberRow): ConsentKind[] =>
	CONSENT_KINDS.filter((kind) => kind !== "guardian_access" || guardian_member_id !== null);

function consentWords(kind: ConsentKind, rows: readonly ConsentRow[]): string {
	const now = rows.find((row) => row.kind === kind);
	if (now === undefined) return "沒有紀錄";
	return `${dateWords(now.at)}${now.given === 1 ? "同意" : "收回"}（版本 ${now.text_version}）`;
}

const erasedFoot = ({ id, pseudonymised_at }: MemberRow, who: Visitor) =>
	pseudonymised_at !== null &&
	allows("members_erase", who) &&
	linkButton({ label: "文字裡還有姓名的地方", size: "s", href: privacy.pseudonymisation(id) });

const buttons = (member: MemberRow, who: Visitor) => [
	linkButton({ label: "登錄申請", icon: "plus", size: "s", href: privacy.create(member.id) }),
	allows("members_sensitive", who) &&
		linkButton({ label: "製作複本", icon: "download", size: "s", href: privacy.copy(member.id) }),
	allows("members_erase", who) &&
		ENDED.includes(member.status) &&
		linkButton({ label: "去識別化", icon: "trash", size: "s", href: privacy.pseudonymisation(member.id) }),
];
