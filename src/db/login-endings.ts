import type { Write } from "#db/commit.ts";
import { endDeputiesOf } from "#db/deputies.ts";
import { refuseLastAdmin } from "#db/roles.ts";
import * as logins from "#db/users.ts";
import type { By } from "#domain/by.ts";

/** A login ends with a life, as by `disableUser`, but nobody is written to. */
export const closeLogin = (user: logins.UserRef, by: By): Write[] => [
	...logins.refuseAbove(by.userId, user.id),
	...logins.disableUser(user, by.at),
	refuseLastAdmin(),
	endDeputiesOf(user.id, by.at),
];
