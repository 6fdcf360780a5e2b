import type { Done } from "#auth/answer.ts";
import type { Outcome } from "#domain/second-persons/actions.ts";
import { paths } from "#http/paths.ts";

const WAITING = { tone: "info", link: { href: paths.admin.confirmations.list(), label: "待第二人確認" } } as const;

/** Says what became of a change that a right may move with. */
export const told = (outcome: Outcome, done: string): Pick<Done, "flash" | "tone" | "link"> =>
	outcome === "done"
		? { flash: done }
		: {
				flash: "動到審核、過帳、敏感資料或系統權限的部分，要等第二人確認才會生效，已寄信通知理事長、監事與本人。",
				...WAITING,
			};

/** The same of a member's guardian, or a code for their login. */
export const toldOf = (outcome: Outcome, done: string): Pick<Done, "flash" | "tone" | "link"> =>
	outcome === "done" ? { flash: done } : { flash: "要等第二人確認才會生效，已通知可以確認的人。", ...WAITING };
