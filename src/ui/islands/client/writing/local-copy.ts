import type { Values } from "./values.ts";

/**
 * The values of a form as this browser stores them. `isSent` means that the form was being sent to the server when the
 * page was left.
 */
export type Kept = { values: Values; at: number; isSent?: boolean };

const BEGIN = "unsaved ";
const KEPT_MS = 14 * 86_400_000;

/**
 * Runs a localStorage access and returns null when it throws: browsers may refuse to store, for lack of room or by
 * their settings.
 */
function attempt<T>(run: () => T): T | null {
	try {
		return run();
	} catch {
		return null;
	}
}

const parse = (text: string | null): Kept | null => {
	const kept: unknown = text === null ? null : attempt(() => JSON.parse(text));
	return typeof kept === "object" && kept !== null && "values" in kept && "at" in kept ? (kept as Kept) : null;
};

/**
 * Returns functions that read, write and delete the copy of one form of one user in this browser; `name` names both.
 */
export const copyOf = (name: string) => ({
	read: (): Kept | null => parse(attempt(() => localStorage.getItem(BEGIN + name))),
	/** Stores the copy and returns whether the browser could store it. */
	write: (kept: Kept): boolean =>
		attempt(() => {
			localStorage.setItem(BEGIN + name, JSON.stringify(kept));
			return true;
		}) ?? false,
	forget: (): void => void attempt(() => localStorage.removeItem(BEGIN + name)),
});

/** Deletes the copies of all forms that are older than two weeks or cannot be read. */
export function forgetOld(): void {
	const names = attempt(() => Object.keys(localStorage)) ?? [];
	for (const name of names.filter((one) => one.startsWith(BEGIN))) {
		const kept = parse(attempt(() => localStorage.getItem(name)));
		if (!kept || Date.now() - kept.at > KEPT_MS) attempt(() => localStorage.removeItem(name));
	}
}
