import { type Route, view } from "#auth/route.ts";
import { listReads, readersOffered } from "#db/people/access-log.ts";
import { readRows } from "#db/read.ts";
import { AccessQuery } from "#domain/people/privacy/form.ts";
import { paths } from "#http/paths.ts";
import { accessPage } from "./privacy-access-page.ts";

const SHOWN = 50;
const DAY_MS = 86_400_000;
const startOf = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

/** The route of 個資存取紀錄. It comes before the routes of one record, whose ":id" would match "access" too. */
export const ACCESS_ROUTES: readonly Route[] = [
	view({
		path: paths.admin.members.privacy.access(),
		gate: "access_log",
		query: AccessQuery,
		show: async ({ env, query, who, at }) => {
			const { before, after, ...asked } = query;
			const { member, actor, action, from, to } = asked;
			const filter = {
				...{ member, actor, action },
				from: from === undefined ? undefined : startOf(from),
				to: to === undefined ? undefined : startOf(to) + DAY_MS,
			};
			const cursor = before ? { before: Number(before) } : after ? { after: Number(after) } : {};
			const chosen = Number(/^user:(\d{1,15})$/.exec(actor ?? "")?.[1] ?? 0);
			const [found, people] = await readRows(env.DB, listReads(filter, cursor, SHOWN + 1), readersOffered(chosen));
			const more = found.length > SHOWN;
			const rows = found.slice(0, SHOWN);
			return accessPage({
				rows: after === undefined ? rows : rows.reverse(),
				newer: after === undefined ? before !== undefined : more,
				older: after === undefined ? more : true,
				people,
				query: asked,
				who,
				at,
			});
		},
	}),
];
