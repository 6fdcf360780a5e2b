/** The keys that an operator provides, because the Worker's own secrets cannot be read back. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { keyIds } from "#platform/crypto.ts";
import { ensureSecrets } from "../server.ts";

export type Held = { SEALING_KEY: string; PASSWORD_PEPPER: string; PASSWORD_PEPPER_BEFORE?: string };

/**
 * Returns the keys in the environment; locally a key that is not there is taken from .dev.vars. A key that is nowhere
 * is ''.
 */
export function heldKeys(remote: boolean): Held {
	const { SEALING_KEY, PASSWORD_PEPPER, PASSWORD_PEPPER_BEFORE } = process.env;
	const beside = remote ? {} : local();
	const before = PASSWORD_PEPPER_BEFORE ?? beside.PASSWORD_PEPPER_BEFORE;
	return {
		SEALING_KEY: SEALING_KEY ?? beside.SEALING_KEY ?? "",
		PASSWORD_PEPPER: PASSWORD_PEPPER ?? beside.PASSWORD_PEPPER ?? "",
		...(before ? { PASSWORD_PEPPER_BEFORE: before } : {}),
	};
}

function local(): Record<string, string | undefined> {
	ensureSecrets();
	return parseEnv(readFileSync(".dev.vars", "utf8"));
}

/**
 * Returns sentences about data that were sealed or hashed under keys that the operator does not have, with what to do.
 * `counts` says how many values are under each key's fingerprint.
 */
export async function keyFaults(
	counts: { SEALING_KEY: Record<string, number>; PASSWORD_PEPPER: Record<string, number> },
	keys: Held,
): Promise<string[]> {
	const peppers = [keys.PASSWORD_PEPPER, keys.PASSWORD_PEPPER_BEFORE ?? ""].filter((key) => key !== "").join(",");
	return [
		...(await lacking("SEALING_KEY", counts.SEALING_KEY, keys.SEALING_KEY)),
		...(await lacking("PASSWORD_PEPPER", counts.PASSWORD_PEPPER, peppers)),
	];
}

async function lacking(name: string, counts: Record<string, number>, key: string): Promise<string[]> {
	if (key === "") return [`set ${name} in the environment: the association's key, from its safe`];
	const ids = await keyIds(key);
	return Object.entries(counts).flatMap(([id, count]) =>
		ids.includes(id) ? [] : [`${count} things lie under the ${name} ${id}, the one in hand is ${ids.join(", ")}`],
	);
}
