import { type Status, status } from "#admin/ui/status.ts";
import type { DeputyRow } from "#db/deputies.ts";
import type { Hanging } from "#db/user-lists.ts";
import type { UserStatus } from "#domain/users/schema.ts";

export const STATUS_WORDS: Record<UserStatus, string> = { invited: "待啟用", active: "使用中", disabled: "已停用" };

const LOOKS: Record<UserStatus, Omit<Status, "word">> = {
	invited: { tone: "info", icon: "mail" },
	active: { tone: "ok" },
	disabled: { icon: "no" },
};

/** Whether somebody may sign in. */
export const userStatus = (code: UserStatus) => status({ word: STATUS_WORDS[code], ...LOOKS[code] });

export const SECOND_FACTOR_WORDS = { on: "已開啟", off: "未開啟" } as const;

/** Whether a second factor is asked for. */
export const secondFactorStatus = (isOn: boolean) =>
	isOn
		? status({ word: SECOND_FACTOR_WORDS.on, tone: "ok", icon: "shield" })
		: status({ word: SECOND_FACTOR_WORDS.off });

/** 0912 345 678 */
export const phoneWords = (phone: string): string => phone.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3");

/** A day as the database has it, 2026-03-05: 2026年3月5日. */
export const dayText = (day: string): string => {
	const [year, month, date] = day.split("-").map(Number);
	return `${year}年${month}月${date}日`;
};

/** From which day to which, both included. */
export const periodWords = ({ starts_on, ends_on }: DeputyRow): string =>
	starts_on === ends_on ? dayText(starts_on) : `${dayText(starts_on)}至 ${dayText(ends_on)}`;

const HANGING: Record<Hanging["kind"], string> = { deputies: "指定的代理人", stands_in: "代理他人" };

/** What hangs on a user, in one line; undefined where there is nothing. */
export const hangingWords = (list: readonly Hanging[]): string | undefined =>
	list.length > 0 ? list.map(({ kind, count }) => `${HANGING[kind]} ${count} 件`).join("、") : undefined;
