import type { Write } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";
import { endDeputiesOf } from "./deputies.ts";
import { refuseLastAdmin } from "./roles.ts";
import * as logins from "./users.ts";

/**
 * Disables the account of a user who died, without notifying anybody, and ends the deputyships that the user gave or
 * holds. Refuses with `user.above_you` a user with permissions that the acting user lacks, with `user.stale` one who
 * changed meanwhile or is disabled, and with `user.last_admin` the last administrator.
 */
export const closeLogin = (user: logins.UserRef, by: By): Write[] => [
	...logins.refuseAbove(by.userId, user.id),
	...logins.disableUser(user, by.at),
	refuseLastAdmin(),
	endDeputiesOf(user.id, by.at),
];
