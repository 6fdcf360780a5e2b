const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a session may be idle, and how long it may last, in milliseconds (docs/concepts.md#limits). */
export type SessionLimits = { idleMs: number; absoluteMs: number };

/** Returns the limits of a session: staff sign in each working day; members may be remembered for 30 days. */
export function limitsFor({ isStaff, remember }: { isStaff: boolean; remember: boolean }): SessionLimits {
	if (isStaff) return { idleMs: 30 * MINUTE, absoluteMs: 12 * HOUR };
	if (remember) return { idleMs: 30 * DAY, absoluteMs: 30 * DAY };
	return { idleMs: HOUR, absoluteMs: DAY };
}

/** The state between the password and the second factor: nobody is signed in yet. */
export type Pending = { userId: number; sessionVersion: number; remember: boolean };
export const PENDING_MS = 10 * MINUTE;

/**
 * Returns the state between password and second factor as the subject of a signed token, which `readPending` reads
 * back.
 */
export const pendingText = ({ userId, sessionVersion, remember }: Pending): string =>
	`${userId}.${sessionVersion}.${remember ? 1 : 0}`;

export function readPending(text: string): Pending | undefined {
	const [, userId, sessionVersion, remember] = /^(\d+)\.(\d+)\.([01])$/.exec(text) ?? [];
	if (userId === undefined) return undefined;
	return { userId: Number(userId), sessionVersion: Number(sessionVersion), remember: remember === "1" };
}

/**
 * The milliseconds for which a link to reset a password works; EMAIL_PROOF_MS is the same for a link to confirm an
 * e-mail address.
 */
export const RESET_MS = 30 * MINUTE;
export const EMAIL_PROOF_MS = DAY;
