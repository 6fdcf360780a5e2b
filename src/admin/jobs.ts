import { allows, type Gate } from "#auth/permissions.ts";
import { paths } from "#http/paths.ts";
import { mapped } from "#kernel/noun.ts";
import { type Merged, merged } from "#nouns.ts";
import { AREAS, type Start } from "./areas.ts";

type JobCode = keyof Merged<"jobs">;
/** A job that a user can begin, as its noun declares it. */
type Job = {
	label: string;
	gate: Gate;
	href?: string;
	ofMember?: (memberId: number) => string;
	words: readonly string[];
	start?: Start;
};
type Holder = Parameters<typeof allows>[1];

/** The only list of jobs, in the order of the nouns. A job without a page of its own begins with the choice of a member. */
export const JOBS = Object.values(
	mapped<JobCode, Job, Job & { code: JobCode; href: string }>(merged("jobs"), (job, code) => ({
		...job,
		code,
		href: job.href ?? `${paths.admin.search()}?job=${code}`,
	})),
);

/** The codes of the jobs that begin with a member. */
export const MEMBER_JOBS = JOBS.flatMap(({ code, ofMember }) => (ofMember ? [code] : []));
/** Returns the jobs that the user may begin with a member. */
export const memberJobsFor = (who: Holder) =>
	JOBS.flatMap(({ code, label, gate, ofMember }) => (ofMember && allows(gate, who) ? [{ code, label, ofMember }] : []));

/** The most places that the home page offers to begin work at. */
const MOST_STARTS = 4;
const STARTS = [...JOBS, ...AREAS]
	.flatMap(({ start, label, href, gate }) => (start ? [{ ...start, label, href, gate }] : []))
	.toSorted((a, b) => a.place - b.place);

/** Returns where the user's work begins most often: the first places whose gates admit them. */
export const startsFor = (who: Holder): typeof STARTS =>
	STARTS.filter(({ gate }) => allows(gate, who)).slice(0, MOST_STARTS);
