import type { ConsentRow, FamilyRow, MemberRow, OwnRecord } from "#db/people/index.ts";
import { currentText, hasFileField, isAdult } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { type CertificateSection, certificateSection } from "#member/certificate/section.ts";
import { HOME } from "#member/crumbs.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { dateWords } from "#ui/time.ts";
import { ownFields } from "./fields.ts";
import { type OwnPart, ownFieldsCard, ownFieldsForm } from "./own-fields.ts";
import { recordCard } from "./record-card.ts";
import { formOf, shownOver } from "./state.ts";

export type Profile = {
	member: OwnRecord;
	guardians: readonly FamilyRow[];
	consents: readonly ConsentRow[];
	own: OwnPart;
	/** The day in Taipei, YYYY-MM-DD. */
	today: string;
	section: CertificateSection;
	/**
	 * The values and errors of the page's form that was refused: the fields (`sent`), the consent for the guardian, or
	 * the certificate.
	 */
	states: { sent?: FormState; guardian?: FormState; certificate?: FormState };
};

const fieldsForm = (
	row: MemberRow,
	sent: FormState | undefined,
	to: { action: string; cancel: string; isOwn: boolean; own: OwnPart },
): VNode => {
	const { action, cancel, isOwn, own } = to;
	const fills = own.rows.filter(({ self }) => self === "fills");
	const fresh = formOf(row, fills);
	const state = sent ? shownOver(row, fills, sent) : fresh;
	return form(
		{
			action,
			cancel,
			upload: hasFileField(own.rows),
			state,
			version: row.version,
			submit: "儲存",
			main: true,
			guard: true,
			big: true,
		},
		html`<input type="hidden" name="base" value=${fresh.values.base} />`,
		ownFields(state, isOwn),
		ownFieldsForm(own, state),
	);
};

/**
 * Draws the user's profile (我的資料): the data that only staff change, the consent for the guardian, the certificate,
 * and the form of the member's own fields.
 */
export const profilePage = (of: Profile): Page => ({
	title: "我的資料",
	crumbs: [HOME],
	slim: true,
	body: html`<div class="stack loose">
		${recordCard(of.member, of.today)} ${ownFieldsCard(of.own)} ${guardianCard(of)} ${of.member.is_contact === 0 && certificateSection(of.section, of.states.certificate)}
		${fieldsForm(of.member, of.states.sent, { action: paths.member.profile.update(), cancel: HOME.href, isOwn: true, own: of.own })}
	</div>`,
});

/** Draws the page on which the user changes the own fields of a member for whom the user acts. */
export const dependentFormPage = (row: MemberRow, own: OwnPart, sent?: FormState): Page => ({
	title: `修改${row.name}的資料`,
	area: "我的家人",
	crumbs: [HOME, { label: row.name, href: paths.member.dependent.show(row.id) }],
	slim: true,
	body: html`<div class="stack loose">
		${ownFieldsCard(own)}
		${fieldsForm(row, sent, {
			action: paths.member.dependent.edit(row.id),
			cancel: paths.member.dependent.show(row.id),
			isOwn: false,
			own,
		})}
	</div>`,
});

/**
 * Draws, for a grown-up member with a guardian, whether the guardian still acts for the member, and the form to change
 * it; null for other members.
 */
function guardianCard({ member, guardians, consents, today, states }: Profile): VNode | null {
	if (guardians.length === 0 || !isAdult(member.birth_date, today)) return null;
	const given = consents.find(({ kind }) => kind === "guardian_access");
	const isOn = given?.given === 1;
	const { label, paragraphs } = currentText("guardian_access", [], "");
	const names = guardians.map(({ name }) => name).join("、");
	return card(
		{ title: `監護人：${names}` },
		isOn
			? html`<p>您在 ${dateWords(given.at)} 同意${names}繼續看見並修改您的資料。</p>`
			: paragraphs.map((words) => html`<p>${words}</p>`),
		form(
			{ action: paths.member.guardianAccess(), state: states.guardian ?? freshForm({}, "g") },
			html`<input type="hidden" name="given" value=${isOn ? "0" : "1"} />`,
			html`<div class="row">${button({ label: isOn ? "收回同意" : label, busy: "處理中..." })}</div>`,
		),
	);
}
