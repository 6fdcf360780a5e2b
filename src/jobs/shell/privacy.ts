import { open } from "#db/commit.ts";
import { remindOfRequests } from "#domain/people/actions.ts";
import { forgetServed, keepErasures } from "#domain/shell/erasures/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

const MINUTE = 60_000;
/**
 * The minutes of each hour in which erasures that a restored copy has undone are repeated, and in which data are
 * deleted whose time of keeping is over.
 */
const ERASING_MINUTE = 10;
const FORGETTING_MINUTE = 40;

/**
 * Reminds staff of privacy requests whose deadline is near. Once an hour it repeats erasures that a restored copy has
 * undone, and once an hour it deletes data whose time of keeping is over.
 */
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
