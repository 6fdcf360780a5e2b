import type { Agreeable } from "#db/people/index.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";

/** Draws, for a member's former guardian, the card that asks whether the new guardian may see the encrypted data. */
export const agreementCard = ({ member_id, name, guardian_id, guardian }: Agreeable): VNode =>
	card(
		{ title: `${name}的新監護人：${guardian}` },
		html`<p class="small">您以前是${name}的監護人。您同意後，${guardian}就看得到${name}的健康資料與證件；不按也沒關係，協會可以另外確認。變更後 30 天內可以同意。</p>`,
		form(
			{ action: paths.member.guardianAgreement(), state: freshForm({}, `a${member_id}`) },
			html`<input type="hidden" name="member" value=${member_id} />`,
			html`<input type="hidden" name="guardian" value=${guardian_id} />`,
			html`<div class="row">${button({ label: "同意開放健康資料", busy: "處理中..." })}</div>`,
		),
	);
