import type { MemberRow } from "#db/people/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { fieldsOf, type Purpose } from "./purposes-card.ts";
import { privacyCrumbs } from "./show-page.ts";

const { privacy } = paths.member;
type End = { member: MemberRow; purpose: Purpose; dependent: number | undefined };
/** Draws the page that asks before a consent to a purpose is taken back. */
export const purposeEndPage = ({ member, purpose, dependent }: End, state: FormState = freshForm()): Page => ({
	title: "收回同意",
	crumbs: privacyCrumbs(member, dependent),
	slim: true,
	body: card(
		{ label: "收回同意" },
		html`<p>${fieldsOf(purpose)}的內容會立刻刪除，不能復原。協會就不能再用在：${purpose.purpose}。</p>`,
		form({
			action: privacy.purposeEnd(purpose.id, dependent),
			state,
			version: member.version,
			submit: "收回同意並刪除",
			busy: "處理中...",
			cancel: privacy.show(dependent),
			danger: true,
			main: true,
		}),
	),
});
