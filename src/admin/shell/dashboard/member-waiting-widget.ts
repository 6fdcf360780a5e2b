import { type MembersWaiting, MOST_COUNTED } from "#db/people/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { figure } from "#ui/money.ts";
import { ago } from "#ui/time.ts";

const { members } = paths.admin;

const many = (count: number, unit: string): string =>
	count >= MOST_COUNTED ? `${MOST_COUNTED} ${unit}以上` : `${figure(count)} ${unit}`;

/**
 * Returns how many things count as waiting: applications, requests to link an account, and members who come of age.
 * Similar records do not count, because they are not urgent.
 */
export const membersDue = ([row]: MembersWaiting[]): number =>
	(row?.applied ?? 0) + (row?.links ?? 0) + (row?.soon ?? 0) + (row?.adult ?? 0);

/**
 * Draws 會員待辦: applications, requests to link an account, members who come of age, and records that may be the same
 * person; null when there are none.
 */
export function drawMembersWaiting([row]: MembersWaiting[], at: number): Children {
	if (!row) return null;
	const { applied, links, links_since, alike, soon, adult } = row;
	const lines = [
		applied && {
			title: "入會申請",
			href: members.applications(),
			sub: "等候理事會審核",
			end: many(applied, "位"),
		},
		links && {
			title: "帳號對應待確認",
			href: members.links.list(),
			sub: "登入者填的資料與名冊上的人相似",
			end: `${figure(links)} 件`,
			...(links_since === null ? {} : { endSub: ["最早：", ago(links_since, at)] }),
		},
		soon && {
			title: "即將成年的會員",
			href: members.turning(),
			sub: "一個月內滿 18 歲，請聯絡本人並建立帳號",
			end: many(soon, "位"),
		},
		adult && {
			title: "已成年，尚未決定監護人能否代為處理",
			href: `${members.turning()}?tab=adult`,
			sub: "監護人目前只看得到姓名、編號與會費",
			end: many(adult, "位"),
		},
		alike && {
			title: "可能重複的會員",
			href: members.duplicates(),
			sub: "比對後合併，或標示為不是同一人",
			end: many(alike, "組"),
		},
	].filter((line) => !!line);
	const due = membersDue([row]);
	return (
		lines.length > 0 &&
		card({ title: "會員待辦", ...(due > 0 ? { count: due, due: true } : {}), flush: true }, items(lines))
	);
}
