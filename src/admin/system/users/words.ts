import type { Hanging } from "#db/shell/waits.ts";
import type { DeputyRow } from "#db/system/deputies.ts";
import type { UserStatus } from "#domain/system/users/schema.ts";
import { type Status, status } from "#ui/status.ts";

export const STATUS_WORDS: Record<UserStatus, string> = { invited: "待啟用", active: "使用中", disabled: "已停用" };

const LOOKS: Record<UserStatus, Omit<Status, "word">> = {
	invited: { tone: "info", icon: "mail" },
	active: { tone: "ok" },
	disabled: { icon: "no" },
};

/** Returns the status of a user: whether the user can sign in. */
export const userStatus = (code: UserStatus) => status({ word: STATUS_WORDS[code], ...LOOKS[code] });

export const SECOND_FACTOR_WORDS = { on: "已開啟", off: "未開啟" } as const;

/** Returns the status of the second factor: whether sign-in asks for it. */
export const secondFactorStatus = (isOn: boolean) =>
	isOn
		? status({ word: SECOND_FACTOR_WORDS.on, tone: "ok", icon: "shield" })
		: status({ word: SECOND_FACTOR_WORDS.off });

/** Formats a day as the database stores it (2026-03-05) in words: 2026年3月5日. */
export const dayText = (day: string): string => {
	const [year, month, date] = day.split("-").map(Number);
	return `${year}年${month}月${date}日`;
};

/** Returns a deputyship's first and last day in words, both included. */
export const periodWords = ({ starts_on, ends_on }: Pick<DeputyRow, "starts_on" | "ends_on">): string =>
	starts_on === ends_on ? dayText(starts_on) : `${dayText(starts_on)}至 ${dayText(ends_on)}`;

/** The names of the kinds of work and deputyships that depend on a user. */
export const HANGING: Record<Hanging["kind"], string> = {
	deputies: "指定的代理人",
	stands_in: "代理他人",
	approve_cashier: "待出納審核的支出申請",
	approve_accountant: "待會計審核的支出申請",
	approve_chair: "待理事長核准的支出申請",
	pay: "已核准待付款的支出申請",
	unpay: "待確認的退匯",
	post: "待入帳的支出申請",
	mend: "退回給本人補正的支出申請",
	drafts: "尚未送出的支出申請",
	payments: "等候核對的收款",
	certificates: "等候審查的身障證明",
	tasks: "未完成的任務",
	forms: "網站內容的未儲存草稿",
};

/** Returns in one line the work and deputyships that depend on a user; undefined when there are none. */
export const hangingWords = (list: readonly Hanging[]): string | undefined =>
	list.length > 0 ? list.map(({ kind, count }) => `${HANGING[kind]} ${count} 件`).join("、") : undefined;
