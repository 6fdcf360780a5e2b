import type { DeputyRow } from "#db/system/deputies.ts";
import type { UserStatus } from "#domain/system/users/schema.ts";
import { dayText } from "#kernel/written.ts";
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

/** Returns a deputyship's first and last day in words, both included. */
export const periodWords = ({ starts_on, ends_on }: Pick<DeputyRow, "starts_on" | "ends_on">): string =>
	starts_on === ends_on ? dayText(starts_on) : `${dayText(starts_on)}至 ${dayText(ends_on)}`;
