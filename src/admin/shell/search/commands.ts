import { JOBS } from "#admin/jobs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Commands } from "#ui/islands/commands.ts";
import { PLACES } from "./places.ts";

/** Returns the places of the menu that the user may open and the jobs that they may begin, with their other words. */
export const commandsFor = (who: Visitor): Commands => ({
	places: PLACES.filter(({ gate }) => allows(gate, who)).map(({ label, group, href, words }) => ({
		label,
		sub: group,
		href,
		words,
	})),
	jobs: JOBS.filter(({ gate }) => allows(gate, who)).map(({ label, href, words }) => ({ label, sub: "", href, words })),
});
