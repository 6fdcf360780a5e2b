/**
 * `npm run prove -- office`: the month in the office, walked through its pages in Chromium by the people who do it: dues,
 * ten payments, a bank file of forty lines half of which are booked, eight lecturers and forty volunteers paid, months
 * closed, papers printed and files taken away. Tells the presses, the typed characters and the minutes of each part.
 */
import { startAdmin } from "../../test/support/admin-server.ts";
import { bankFile, takeFile } from "./office/bank.ts";
import { closeMonth, printPapers } from "./office/closing.ts";
import { Desk, type People, report } from "./office/desk.ts";
import { assessDues, recordPayments, verifyPayments } from "./office/dues.ts";
import { takeAway } from "./office/files.ts";
import { payLecturers, payVolunteers } from "./office/registers.ts";
import { rejected } from "./office/rejected.ts";
import { aYear } from "./office/year.ts";

const world = await startAdmin({ prepare: aYear });
try {
	const open = (who: string) => Desk.open(world, `${who}@example.org`);
	const people: People = {
		secretary: await open("admin"),
		applicant: await open("applicant"),
		cashier: await open("cashier"),
		accountant: await open("accountant"),
		chair: await open("chair"),
	};
	await assessDues(people);
	const payments = await recordPayments(people, world);
	await verifyPayments(people);
	await payLecturers(people);
	await payVolunteers(people);
	await takeFile(people, await bankFile(world, payments));
	await closeMonth(people);
	await printPapers(people);
	const { files, read } = await takeAway(people);
	report();
	console.log(`\n${files} files taken away; LibreOffice read ${read}.`);
	const found = await rejected(world);
	console.log(`An auditor would reject: ${found.length === 0 ? "nothing" : found.join("; ")}.`);
	if (found.length > 0) process.exitCode = 1;
} finally {
	await world.stop();
}
