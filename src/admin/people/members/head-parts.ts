import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DuesStanding } from "#db/people/dues-standing.ts";
import type { MemberRow } from "#db/people/member-reads.ts";
import { FIELD_WORDS } from "#domain/people/members/fields.ts";
import { stepOf, stepsFor } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { copyButton } from "#ui/copy.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import type { IconName } from "#ui/icon-names.ts";
import { phoneWords } from "#ui/phone.ts";
import { hasButton, STEP_PLACES } from "./record-words.ts";
import { isRare } from "./side-cards.ts";

const { members, tasks, payments, dues } = paths.admin;
type Head = { member: MemberRow; who: Visitor; dues: DuesStanding };

/** Returns a mobile number as telephones dial it from anywhere: +886912345678. */
const dialled = (phone: string): string => phone.replace(/^0/, "+886");

type Way = { icon: IconName; href: string; words: string; about: string; copied: string };
const way = ({ icon: name, href, words, about, copied }: Way): VNode => html`<li>
	<a class="btn s" href=${href}>${icon(name)}${words}</a> ${copyButton({ text: copied, about })}
</li>`;

/** Draws how to reach a person at once: call, mail, LINE, each with a button that copies the number or address. */
export function reach({ phone, email, line_id }: MemberRow): Children {
	const [call, mail, line] = [
		phone &&
			way({
				icon: "phone",
				href: `tel:${dialled(phone)}`,
				words: phoneWords(phone),
				about: FIELD_WORDS.phone,
				copied: phone,
			}),
		email && way({ icon: "mail", href: `mailto:${email}`, words: email, about: FIELD_WORDS.email, copied: email }),
		line_id &&
			way({
				icon: "send",
				href: `https://line.me/R/ti/p/~${encodeURIComponent(line_id)}`,
				words: `LINE ${line_id}`,
				about: FIELD_WORDS.line_id,
				copied: line_id,
			}),
	];
	return (call || mail || line) && html`<ul class="plain row reach">${call} ${mail} ${line}</ul>`;
}

/** Draws the buttons of a person's page: what is done most often, and all that is rare or final in a menu. */
export function headActions({ member, who, dues: standing }: Head): Children {
	if (member.pseudonymised_at !== null) return null;
	const { id } = member;
	return [
		allows("payments_record", who) &&
			linkButton({ label: "登錄收款", tone: "primary", icon: "coins", href: `${payments.create()}?member=${id}` }),
		allows("notes", who) && linkButton({ label: "寫備忘錄", icon: "note", href: `${members.notes.list(id)}#new` }),
		allows("dues", who) &&
			standing.owed > 0 &&
			linkButton({ label: "印通知單", icon: "print", href: `${dues.noticesPrint()}?ids=${id}` }),
		more(member, who),
	];
}

type Link = { href: string; label: string; danger?: boolean };
const linked = ({ href, label, danger }: Link): VNode =>
	html`<a class=${danger ? "danger" : undefined} href=${href}>${label}</a>`;

function more(member: MemberRow, who: Visitor): Children {
	const { id } = member;
	const manages = allows("members_manage", who);
	const links: Link[] = [
		...(manages ? [{ href: members.edit(id), label: "編輯" }] : []),
		...(allows("tasks_manage", who) ? [{ href: tasks.createAbout("member", id), label: "新增任務" }] : []),
		...(allows("members_merge", who) ? [{ href: members.merge(id), label: "合併重複資料" }] : []),
	];
	const steps = stepsFor(member, who.permissions)
		.filter(hasButton)
		.filter(isRare)
		.map(
			(step): Link => ({
				href: members.step(id, STEP_PLACES[step]),
				label: stepOf(step).label,
				danger: step === "expel",
			}),
		);
	return (
		links.length + steps.length > 0 &&
		actionsMenu({}, ...links.map(linked), links.length > 0 && steps.length > 0 && html`<hr />`, ...steps.map(linked))
	);
}
