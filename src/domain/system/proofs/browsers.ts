/**
 * A browser in which a user signed in before: attempts in it have a counter of their own. It gives no right, and stops
 * counting when the password changes or all sessions end (`sessionVersion`).
 */
export type Known = { userId: number; sessionVersion: number; id: string; expiresAt: number };

/** How long a known browser counts: the longest time that browsers keep a cookie. */
export const KNOWN_MS = 400 * 86_400_000;
/** The largest number of users known to one browser (a family's tablet, an office's computer); the latest ones stay. */
const MOST_KNOWN = 5;

/** Returns known browsers as the subject of a signed token, which `readKnown` reads back. */
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

/** Adds a known browser in front, replacing the earlier one of the same user; keeps MOST_KNOWN at most. */
export const withKnown = (known: readonly Known[], one: Known): Known[] =>
	[one, ...known.filter(({ userId }) => userId !== one.userId)].slice(0, MOST_KNOWN);

/** Returns the browser's entry for this login while it counts; undefined in a browser that is new to the login. */
export const knownAs = (
	known: readonly Known[],
	login: { id: number; session_version: number } | null,
): Known | undefined =>
	known.find(({ userId, sessionVersion }) => userId === login?.id && sessionVersion === login.session_version);
