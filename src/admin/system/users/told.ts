import type { Done } from "#auth/answer.ts";
import type { Outcome } from "#domain/system/second-persons/actions.ts";
import { paths } from "#http/paths.ts";

const OF_RIGHTS = "動到審核、過帳、敏感資料或系統權限的部分，要等第二人確認才會生效，已寄信通知理事長、監事與本人。";
/** The message when a member's guardian, or an activation code for a member's login, waits for a second person. */
export const OF_MEMBERS = "要等第二人確認才會生效，已通知可以確認的人。";

/** Returns the message after a change: `done`, or `waits` when it waits for the confirmation of a second person. */
export const told = (outcome: Outcome, done: string, waits = OF_RIGHTS): Pick<Done, "flash" | "tone" | "link"> =>
	outcome === "done"
		? { flash: done }
		: { flash: waits, tone: "info", link: { href: paths.admin.confirmations.list(), label: "待第二人確認" } };
