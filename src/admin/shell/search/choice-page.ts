import type { memberJobsFor } from "#admin/jobs.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { hrefWith } from "#ui/url-state.ts";
import { FRAME, form, hits } from "./page.ts";
import type { Hit } from "./source.ts";

type MemberJob = ReturnType<typeof memberJobsFor>[number];

/** Draws the choice of the member with whom a job begins: each result leads to the job's page for that member. */
export const choicePage = (
	{ code, label, ofMember }: MemberJob,
	{ q, hits: found }: { q: string; hits: Hit[] },
): Page => ({
	...FRAME,
	title: label,
	lead: "先找到會員。",
	body: html`<div class="stack loose">
		${card({ label: "搜尋會員", flush: true }, form(q, { label: "搜尋會員", what: "哪一位會員", placeholder: "姓名、會員編號、手機", job: code }))}
		${
			q !== "" &&
			card(
				{ label: "符合的會員", flush: true },
				found.length > 0
					? hits(
							found.map((hit) =>
								hit.memberId === undefined ? hit : { ...hit, acts: [], href: ofMember(hit.memberId) },
							),
						)
					: noMatch({
							title: `找不到「${q}」`,
							text: "換一個說法、少打幾個字，或檢查有沒有打錯。",
							clearHref: hrefWith({ path: paths.admin.search(), query: { job: code } }, {}),
						}),
			)
		}
	</div>`,
});
