import { html } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { facts } from "#admin/ui/facts.ts";
import type { Page } from "#admin/ui/page.ts";
import { dateWords } from "#admin/ui/time.ts";
import type { MembershipRow } from "#db/members.ts";

/** A member's dashboard. */
export const homePage = (member: MembershipRow): Page => ({
	title: `${member.name}，您好`,
	slim: true,
	body: html`<div class="stack loose">
		${card(
			{ title: "會員資格" },
			facts([
				{ name: "姓名", value: member.name },
				{ name: "會員編號", value: member.memberNo },
				{ name: "建立日期", value: dateWords(member.createdAt) },
			]),
		)}
	</div>`,
});
