import {
	alikeCount,
	firstDue,
	MOST_COUNTED,
	oldestApplications,
	oldestCertificates,
	oldestLinks,
	type Turnings,
	turnings,
} from "#db/people/index.ts";
import { identityTypeLabel, REQUEST_KIND_LABELS } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei, fromTaipeiInput } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { figure } from "#ui/money.ts";
import { type AnyWaitKind, type WaitLine, waitingIn, waitKind } from "./wait.ts";

const { certificates, members } = paths.admin;

const startOf = (day: string | null): number | null => (day === null ? null : fromTaipeiInput(`${day}T00:00`));
const counted = (many: number, unit: string): string =>
	many >= MOST_COUNTED ? `${MOST_COUNTED} ${unit}以上` : `${many} ${unit}`;

const turningLines = ({ soon, adult }: Turnings): WaitLine[] => [
	...(soon > 0
		? [
				{
					since: null,
					what: `${counted(soon, "位")}一個月內滿 18 歲`,
					sub: "請聯絡本人並建立帳號",
					href: members.turning(),
					act: "查看",
				},
			]
		: []),
	...(adult > 0
		? [
				{
					since: null,
					what: `${counted(adult, "位")}已成年`,
					sub: "尚未決定監護人能否代為處理",
					href: `${members.turning()}?tab=adult`,
					act: "查看",
				},
			]
		: []),
];

/** What waits of members and for the office. */
export const PEOPLE_WAITS: readonly AnyWaitKind[] = [
	waitKind({
		code: "applications",
		name: "入會申請",
		gate: "members_approve",
		ask: ({ userId }, _, most) => oldestApplications(userId, most),
		total: waitingIn,
		lines: (rows) =>
			rows.map(({ id, name, since, ...row }) => ({
				since: startOf(since),
				what: name,
				sub: `${identityTypeLabel(row)}，${row.type_name}`,
				href: members.show(id),
				act: "審查",
			})),
	}),
	waitKind({
		code: "certificates",
		name: "身障證明",
		gate: "certificates",
		ask: ({ userId }, _, most) => oldestCertificates(userId, most),
		total: waitingIn,
		lines: (rows) =>
			rows.map(({ id, name, since, is_renewal }) => ({
				since,
				what: name,
				sub: is_renewal ? "續期" : "新證明",
				href: certificates.show(id),
				act: "審查",
			})),
	}),
	waitKind({
		code: "links",
		name: "帳號對應",
		gate: "members_manage",
		ask: (_, __, most) => oldestLinks(most),
		total: waitingIn,
		lines: (rows) =>
			rows.map(({ id, name, since, found }) => ({
				since,
				what: name,
				sub: `名冊上有 ${figure(found)} 位相似`,
				href: members.links.show(id),
				act: "確認",
			})),
	}),
	waitKind({
		code: "privacy",
		name: "個資申請",
		gate: "members_manage",
		ask: (_, __, most) => firstDue(most),
		total: waitingIn,
		lines: (rows, at) =>
			rows.map(({ id, kind, member_name, received_on, due_on }) => {
				const isLate = due_on < dateInTaipei(at);
				return {
					since: startOf(received_on),
					what: `${member_name}　${REQUEST_KIND_LABELS[kind]}`,
					sub: `${isLate ? "已逾期，期限" : "期限"} ${dayText(due_on)}`,
					isLate,
					href: members.privacy.show(id),
					act: "答覆",
				};
			}),
	}),
	waitKind({
		code: "turning",
		name: "即將成年",
		gate: "members",
		ask: (_, at) => turnings(dateInTaipei(at)),
		lines: ([row]) => (row ? turningLines(row) : []),
	}),
	waitKind({
		code: "alike",
		name: "同名資料",
		gate: "members_merge",
		ask: () => alikeCount(),
		lines: ([row]) =>
			row && row.open > 0
				? [
						{
							since: null,
							what: `${counted(row.open, "組")}資料可能是同一人`,
							href: members.duplicates(),
							act: "比較",
						},
					]
				: [],
	}),
];
