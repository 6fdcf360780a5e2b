import { allows } from "#auth/permissions.ts";
import { type Route, view } from "#auth/route.ts";
import { alikeCount } from "#db/people/member-duplicates.ts";
import { memberPage, shownMembers } from "#db/people/member-lists.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { memberListPage } from "./list-page.ts";
import { filterOf, MemberListQuery } from "./list-query.ts";

const listMembers = view({
	path: paths.admin.members.list(),
	gate: "members",
	query: MemberListQuery,
	show: async ({ c, env, who, query, at }) => {
		const { sort, page } = query;
		const [rows, [alike]] = await readRows(
			env.DB,
			memberPage({ filter: filterOf(query, { who, at }), sort, page }),
			alikeCount(allows("members_merge", who)),
		);
		return memberListPage({ ...shownMembers(rows), alike: alike?.open ?? 0, page, query: c.req.query(), who, at });
	},
});

export const MEMBER_LIST_ROUTES: readonly Route[] = [listMembers];
