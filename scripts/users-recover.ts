/**
 * `npm run users:recover`: makes an administrator, or removes a lost second factor, when no user of the program can.
 * Safe to repeat, also beside a running `npm start`; see HELP.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { parse } from "smol-toml";
import { z } from "zod";
import { type Db, open } from "#db/commit.ts";
import { findLogin } from "#db/system/sessions.ts";
import { readSeenUser } from "#db/system/users.ts";
import { resetSecondFactor } from "#domain/system/users/actions.ts";
import { type Identifier, identify } from "#domain/system/users/identifiers.ts";
import { byOperator } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { dataDirectory, openMigrated } from "./bindings.ts";
import { ensureSecrets } from "./server.ts";
import { adminLink, type LinkPlace } from "./users/recovery.ts";

const HELP = `Lets somebody in again when nobody else can. Every use stands in the audit log as "operator".

  npm run users:recover -- admin <e-mail or phone> [--name <name>]
      makes an administrator of whoever signs in with it, or of somebody new with that name, and prints a link to set
      a password: it works once, for 7 days (30 minutes for who had a password). Who was disabled is let in again, and
      the role "admin" gets the permissions for users and roles back if it lost them.
  npm run users:recover -- second-factor <e-mail or phone>
      takes the second factor and its recovery codes away and signs that user out everywhere; a mail tells them

  --name     for somebody new (default 系統管理員)
  --remote   the deployed database instead of the one in DATA_DIR (${process.env.DATA_DIR ?? ".data"}); admin then needs the
             Worker's LINK_KEY in the environment, and PUBLIC_BASE_URL where it is not the one of wrangler.toml
  --help     this text`;

type Context = { db: Db; login: Identifier; place: LinkPlace; name: string };

const COMMANDS: Record<string, (context: Context) => Promise<void>> = {
	admin: async ({ db, login, place, name }) => {
		const { url, expiresAt } = await adminLink(db, place, { login, name, at: Date.now() });
		console.log(`This link sets the password, once, until ${isoInTaipei(expiresAt)}:\n\n  ${url}\n`);
	},
	"second-factor": async ({ db, login }) => {
		const found = await findLogin(db.$client, login);
		const user = found && (await readSeenUser(db.$client, found.id));
		if (!found || !user) fail("Nobody signs in with that.");
		if (found.totp_secret === null) fail("This user has no second factor.");
		await resetSecondFactor(db, user, byOperator(Date.now()));
		console.log("The second factor is gone, and the user is signed out everywhere.");
	},
};

/**
 * Returns the base address of links and the key that signs them: for the deployed service from the environment (an
 * address that is missing there: from its configuration), locally those of the running server and of .dev.vars.
 */
function placeOf(remote: boolean): LinkPlace {
	if (remote) {
		const { LINK_KEY = "" } = process.env;
		return { LINK_KEY, baseUrl: (process.env.PUBLIC_BASE_URL ?? deployedBaseUrl()).replace(/\/+$/, "") };
	}
	ensureSecrets();
	const address = join(dataDirectory(), "address");
	const served = existsSync(address) ? readFileSync(address, "utf8") : `http://localhost:${process.env.PORT ?? 8787}`;
	return { LINK_KEY: parseEnv(readFileSync(".dev.vars", "utf8")).LINK_KEY ?? "", baseUrl: served };
}

const deployedBaseUrl = (): string =>
	z.object({ vars: z.object({ PUBLIC_BASE_URL: z.url() }) }).parse(parse(readFileSync("wrangler.toml", "utf8"))).vars
		.PUBLIC_BASE_URL;

async function run(name: string, typed: string): Promise<void> {
	const command = COMMANDS[name] ?? fail(HELP);
	const login = identify(typed) ?? fail(`"${typed}" is neither an e-mail address nor a mobile phone's number.`);
	if (values.name.trim() === "" || values.name.length > 80) fail("--name takes 1 to 80 characters.");
	const place = placeOf(values.remote);
	if (name === "admin" && place.LINK_KEY === "") fail("Set LINK_KEY to the Worker's key in the environment first.");
	const { env, dispose } = await openMigrated({ remote: values.remote });
	try {
		await command({ db: open(env.DB), login, place, name: values.name.trim() });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		fail(
			error.code === "role.stale"
				? 'The role "admin" is gone from the database: insert it again (migrations/0011_users.sql).'
				: "Somebody changed this user just now; run the command again.",
		);
	} finally {
		await dispose();
	}
}

function fail(message: string): never {
	console.error(message);
	process.exit(2);
}

function read() {
	const flag = { type: "boolean", default: false } as const;
	try {
		return parseArgs({
			allowPositionals: true,
			options: { name: { type: "string", default: "系統管理員" }, remote: flag, help: flag },
		});
	} catch (error) {
		return fail(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
	}
}

const { positionals, values } = read();
const [name, typed, ...more] = positionals;
if (values.help || name === undefined) console.log(HELP);
else if (typed === undefined || more.length > 0) fail(HELP);
else await run(name, typed);
