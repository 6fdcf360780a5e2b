/**
 * A browser that somebody signed in with before: it has a counter of its own at the door. No right comes with it, and it is
 * worth nothing once the password changed or all sessions ended (`sessionVersion`).
 */
export type Known = { userId: number; sessionVersion: number; id: string; expiresAt: number };

/** The longest that browsers keep a cookie. */
export const KNOWN_MS = 400 * 86_400_000;
/** A family's tablet, an office's computer; the last ones that signed in. */
const MOST_KNOWN = 5;

/** As the subject of a signed token, and read from it again. */
export const knownText = (known: readonly Known[]): string =>
	known.map((one) => [one.userId, one.sessionVersion, one.id, one.expiresAt].join(".")).join(" ");

const ONE = /^(\d{1,16})\.(\d{1,16})\.([0-9a-f]{32})\.(\d{1,16})$/;
export const readKnown = (text: string, at: number): Known[] =>
	text
		.split(" ")
		.map((one) => ONE.exec(one))
		.filter((found) => found !== null)
		.map(([, userId, sessionVersion, id = "", expiresAt]) => ({
			userId: Number(userId),
			sessionVersion: Number(sessionVersion),
			id,
			expiresAt: Number(expiresAt),
		}))
		.filter(({ expiresAt }) => expiresAt > at);

/** With one more in front, in the place of what was known of the same user. */
export const withKnown = (known: readonly Known[], one: Known): Known[] =>
	[one, ...known.filter(({ userId }) => userId !== one.userId)].slice(0, MOST_KNOWN);

/** The browser as that of a user, while it counts as one; undefined in a stranger's. */
export const knownAs = (
	known: readonly Known[],
	login: { id: number; session_version: number } | null,
): Known | undefined =>
	known.find(({ userId, sessionVersion }) => userId === login?.id && sessionVersion === login.session_version);
