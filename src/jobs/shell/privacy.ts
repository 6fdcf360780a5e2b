import { open } from "#db/commit.ts";
import { remindOfRequests } from "#domain/people/privacy/actions.ts";
import { forgetServed, keepErasures } from "#domain/shell/erasures/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

const MINUTE = 60_000;
/** Which minutes of an hour look for erasures that an earlier copy took back, and for what is kept no longer. */
const ERASING_MINUTE = 10;
const FORGETTING_MINUTE = 40;

/** Reminds staff of requests whose end is near; once an hour it keeps the register of erasures, and forgets what is due. */
export async function keepPrivacy(env: Bindings, at: number): Promise<void> {
	const db = open(env.DB);
	const reminded = await remindOfRequests(db, at);
	if (reminded > 0) {
		log("info", "privacy.reminded", { reminded });
		await relay(env, "mail.due");
	}
	const minute = Math.floor(at / MINUTE) % 60;
	if (minute === ERASING_MINUTE) {
		const erased = await keepErasures(env, db, at);
		if (erased > 0) log("warn", "privacy.erased_again", { erased });
	}
	if (minute === FORGETTING_MINUTE) {
		const drafts = await forgetServed(env, db, at);
		if (drafts > 0) log("info", "privacy.drafts_forgotten", { drafts });
	}
}
