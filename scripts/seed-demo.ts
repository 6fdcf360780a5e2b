/**
 * `node scripts/seed-demo.ts`: puts the demo association's people and name into DATA_DIR; `npm start` runs it once.
 * Safe to repeat: it adds the people who are missing and changes nobody. Refuses a deployed database, because the
 * demo's password is public.
 */
import { readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { open } from "#db/commit.ts";
import { openMigrated } from "./bindings.ts";
import { seedDemoAnnouncements } from "./demo/announcements.ts";
import { seedDemoBank } from "./demo/bank.ts";
import { seedDemoBooks } from "./demo/books.ts";
import { PICTURE, seedDemoCertificates, TRANSFER } from "./demo/certificates.ts";
import { seedDemoDeposits } from "./demo/deposits.ts";
import { seedDemoDocuments } from "./demo/documents.ts";
import { seedDemoDues } from "./demo/dues.ts";
import { seedDemoFinance } from "./demo/finance.ts";
import { seedDemoIncome } from "./demo/income.ts";
import { seedDemoMembers } from "./demo/members.ts";
import { seedDemoMenus } from "./demo/menus.ts";
import { seedDemoNotes } from "./demo/notes.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE, seedDemo } from "./demo/people.ts";
import { seedDemoRequests } from "./demo/privacy.ts";
import { seedDemoReleases } from "./demo/releases.ts";
import { seedDemoSynonyms } from "./demo/synonyms.ts";
import { seedDemoTasks } from "./demo/tasks.ts";
import { seedDemoVouchers } from "./demo/vouchers.ts";
import { provideDigestStream } from "./digest-stream.ts";
import { ensureSecrets } from "./server.ts";

const HELP = `node scripts/seed-demo.ts

Makes the people of the demo association who are not there yet, in DATA_DIR (${process.env.DATA_DIR ?? ".data"}).
Their password is ${DEMO_PASSWORD}:

${DEMO_PEOPLE.map(({ email, phone, role }) => `  ${[phone, email].filter(Boolean).join(" or ")} (${role})`).join("\n")}

  --help   this text`;

const { values } = parseArgs({ options: { help: { type: "boolean", default: false } } });
if (values.help) console.log(HELP);
else {
	ensureSecrets();
	provideDigestStream();
	const { PASSWORD_PEPPER = "", SEALING_KEY = "" } = parseEnv(readFileSync(".dev.vars", "utf8"));
	const { env, dispose } = await openMigrated({ remote: false });
	try {
		const [db, at] = [open(env.DB), Date.now()];
		const made = await seedDemo(db, { PASSWORD_PEPPER }, at);
		const members = await seedDemoMembers({ SEALING_KEY }, db, at);
		await seedDemoCertificates({ FILES: env.FILES, SEALING_KEY }, db, at);
		await seedDemoDues({ FILES: env.FILES, SEALING_KEY }, db, { at, proof: TRANSFER });
		await seedDemoIncome({ SEALING_KEY }, db, at);
		await seedDemoDeposits(db, at);
		await seedDemoFinance({ FILES: env.FILES, SEALING_KEY }, db, { at, picture: PICTURE });
		await seedDemoBooks(db, at);
		await seedDemoBank({ FILES: env.FILES, SEALING_KEY }, db, at);
		await seedDemoVouchers(db, at);
		await seedDemoNotes(db, at);
		await seedDemoTasks(db, at);
		await seedDemoAnnouncements(db, at);
		await seedDemoDocuments({ FILES: env.FILES }, db, at);
		await seedDemoMenus(db, at);
		await seedDemoSynonyms(db, at);
		await seedDemoReleases({ FILES: env.FILES, SEALING_KEY }, db, { at, picture: PICTURE });
		await seedDemoRequests(db, at);
		console.log(`${made} demo people made, ${DEMO_PEOPLE.length - made} were there. ${members} demo members made.`);
	} finally {
		await dispose();
	}
}
