import * as z from "zod";
import type { WaitingChild } from "#db/people/application-children.ts";
import { GENDER_LABELS } from "#domain/people/members/labels.ts";
import { ageOn } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import { type Children, html } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { status } from "#ui/status.ts";

const Alike = z.array(z.object({ id: z.int(), member_no: z.string().nullable() }));

/**
 * Draws the children who wait with an application, each with the records of the same name and birthday, which may be the
 * child's already; `links` says whether the user may open those. Nothing without children.
 */
export const childrenCard = (rows: readonly WaitingChild[], of: { links: boolean; today: string }): Children =>
	rows.length > 0 &&
	card(
		{ title: "一起申請的孩子", count: rows.length, flush: true },
		items(
			rows.map((child) => {
				const alike = Alike.parse(JSON.parse(child.alike));
				return {
					title: child.name,
					sub: [
						`${dayText(child.birth_date)}，${ageOn(child.birth_date, of.today)} 歲`,
						child.gender && GENDER_LABELS[child.gender],
					]
						.filter(Boolean)
						.join("　"),
					side: alike.length > 0 && [
						status({ word: "名冊上可能已有", tone: "warn", icon: "warn" }),
						alikeWords(alike, of.links),
					],
				};
			}),
		),
	);

const alikeWords = (alike: z.infer<typeof Alike>, links: boolean): Children =>
	alike.map(({ id, member_no }) => {
		const words = member_no ?? "沒有編號";
		return [" ", links ? html`<a href=${paths.admin.members.show(id)}>${words}</a>` : words];
	});
