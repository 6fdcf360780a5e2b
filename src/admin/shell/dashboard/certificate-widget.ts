import type { WaitingCertificates } from "#db/people/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { ago } from "#ui/time.ts";

/** Draws the number of certificates that wait for review; nothing when there are none. */
export const drawCertificates = ([row]: WaitingCertificates[], at: number): Children =>
	row !== undefined &&
	row.since !== null &&
	card(
		{ title: "等待審查", count: row.waiting, due: true, flush: true },
		items([
			{
				title: "身障證明",
				href: paths.admin.certificates.list(),
				sub: "等待審查的身心障礙證明",
				end: `${row.waiting} 件`,
				endSub: ["最早：", ago(row.since, at)],
			},
		]),
	);
