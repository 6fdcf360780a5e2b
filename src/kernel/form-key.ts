const DIGEST = /#([A-Za-z0-9_-]{43})$/;

/** A form's key as actions hand it on: which form of whom, and behind it the digest of what it says. */
export const formKey = (form: string, digest: string): string => `${form}#${digest}`;

/** Which form a key is of, and what it said: null where nobody looked. */
export function readFormKey(key: string): { form: string; digest: string | null } {
	const digest = DIGEST.exec(key)?.[1] ?? null;
	return { form: key.replace(DIGEST, ""), digest };
}

/** The key of the same form whatever it says: for what makes nothing out of its fields. */
export const anyWords = (key: string): string => readFormKey(key).form;
