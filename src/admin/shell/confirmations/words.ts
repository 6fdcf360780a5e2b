import * as z from "zod";
import { periodWords, permissionLines } from "#admin/system/index.ts";
import type { ConfirmationRow } from "#db/system/index.ts";
import { AUTHORITY_LABELS, GUARDIAN_ROLE_LABELS } from "#domain/people/index.ts";
import { type GuardianStanding, KINDS } from "#domain/system/index.ts";
import { phoneWords } from "#ui/phone.ts";

const Names = z.array(z.string());
const namesIn = (json: string): string[] => Names.parse(JSON.parse(json));

const login = ({ user_email, user_phone }: ConfirmationRow): string =>
	[user_email, user_phone && phoneWords(user_phone)].filter(Boolean).join("、") || "沒有登入資料";
const member = (name: string | null, no: string | null): string =>
	`${name ?? "已不在名冊的會員"}${no ? `（${no}）` : ""}`;

/** Returns what a request would do: a title, and further lines when the title does not say everything. */
export function whatWords(row: ConfirmationRow): { title: string; lines: string[] } {
	const asked: unknown = JSON.parse(row.asked);
	const user = row.user_name ?? "";
	switch (row.kind) {
		case "user_roles": {
			const { permissions } = KINDS.user_roles.asked.parse(asked);
			return {
				title: `給${user}角色「${namesIn(row.role_names).join("、")}」`,
				lines: [`登入資料：${login(row)}`, ...permissionLines(permissions)],
			};
		}
		case "role_permissions": {
			const { permissions } = KINDS.role_permissions.asked.parse(asked);
			return { title: `角色「${row.role_name}」增加權限`, lines: permissionLines(permissions) };
		}
		case "user_login": {
			const { email, phone } = KINDS.user_login.asked.parse(asked);
			const after = [email, phone && phoneWords(phone)].filter(Boolean).join("、");
			return { title: `變更${user}的登入資料`, lines: [`現在：${login(row)}`, `改為：${after}`] };
		}
		case "second_factor":
			return { title: `重設${user}的兩步驟驗證`, lines: ["重設後只要密碼就能登入，直到本人重新設定。"] };
		case "user_enabled":
			return { title: `恢復${user}的帳號`, lines: [`登入資料：${login(row)}`] };
		case "deputy":
			return {
				title: `由${row.other_name}代理${user}`,
				lines: [periodWords(KINDS.deputy.asked.parse(asked))],
			};
		case "guardian": {
			const { slot, as } = KINDS.guardian.asked.parse(asked);
			const whose = `${member(row.member_name, row.member_no)}的${slot === "first" ? "" : "第二位"}監護人`;
			return row.guardian_id === null
				? { title: `解除${whose}`, lines: [] }
				: {
						title: `${whose}設為${member(row.guardian_name, row.guardian_no)}`,
						lines: [
							...(as ? standingLines(as) : []),
							"確認後可以替會員繳費、看公告，也可以查看健康資料與證件。",
							"沒有人確認而期滿生效時，健康資料與證件仍不開放。",
						],
					};
		}
		case "sealed_guardian":
			return {
				title: `讓${member(row.guardian_name, row.guardian_no)}查看${member(row.member_name, row.member_no)}的健康資料與證件`,
				lines: ["對方是工作人員設定的監護人。"],
			};
		case "sealed_login":
			return {
				title: `讓${user}查看${member(row.member_name, row.member_no)}的健康資料與證件`,
				lines: [`登入資料：${login(row)}`],
			};
		case "activation_code":
			return { title: `核發啟用碼給${user}`, lines: [`登入資料：${login(row)}`, "可以用它重設密碼。"] };
	}
}

const standingLines = ({ role, authority, paper, paper_on }: GuardianStanding): string[] => [
	`身分：${[GUARDIAN_ROLE_LABELS[role], authority && AUTHORITY_LABELS[authority]].filter(Boolean).join("，")}`,
	...(paper === null ? [] : [`文件：${paper}（${paper_on ?? ""}）`]),
];

/** Returns the names of the users who may confirm a request; when nobody may, a sentence that says what to do. */
export function decidersWords({ deciders }: ConfirmationRow): string {
	const names = namesIn(deciders);
	return names.length > 0 ? names.join("、") : "目前沒有人可以確認，請先指定理事長或監事的代理人";
}
