import { type Route, view } from "#auth/route.ts";
import { turningMembers } from "#db/people/member-turning.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { TurningQuery, turningPage } from "./turning-page.ts";

export const TURNING_ROUTES: readonly Route[] = [
	view({
		path: paths.admin.members.turning(),
		gate: "members",
		query: TurningQuery,
		show: async ({ c, env, query: asked, who, at }) => {
			const [rows, [counts]] = await readRows(
				env.DB,
				...turningMembers(asked.tab, { today: dateInTaipei(at), page: asked.page }),
			);
			return turningPage({ rows, counts: counts ?? { soon: 0, adult: 0 }, asked, query: c.req.query(), who });
		},
	}),
];
