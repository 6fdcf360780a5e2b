import type { Write } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";
import { endDeputiesOf } from "./deputies.ts";
import { refuseLastAdmin } from "./roles.ts";
import * as logins from "./users.ts";

/** Closes the account of a user who died, as `disableUser` does, but without notifying anybody. */
export const closeLogin = (user: logins.UserRef, by: By): Write[] => [
	...logins.refuseAbove(by.userId, user.id),
	...logins.disableUser(user, by.at),
	refuseLastAdmin(),
	endDeputiesOf(user.id, by.at),
];
