import * as z from "zod";
import { inForceOn } from "#domain/books/concurrent-posts/resolution.ts";
import { relatedIn } from "#domain/people/index.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type ActorOf, isStranded } from "./actors.ts";
import type { FinanceState } from "./labels.ts";
import type { SteppingDocument } from "./rules.ts";

const Approvals = z.array(z.object({ step: z.string(), user_id: z.int() }));
const Asked = z.array(z.object({ user_id: z.int(), on_behalf_of: z.int().nullable() }));

type Row = {
	state: FinanceState;
	register: string | null;
	applicant_id: number;
	related: string;
	approvals: string;
	unpay_asked: string;
	concurrent: string;
	stood_in: string;
	has_secretary: 0 | 1;
};

/**
 * Returns the data that decide who may take a document's steps at a moment (UTC milliseconds), from its row (whose
 * lists are JSON) and from the holders of its steps at that time.
 */
export function steppingOf(row: Row, { at, holders }: { at: number; holders: readonly ActorOf[] }): SteppingDocument {
	const standing = {
		state: row.state,
		isRegister: row.register !== null,
		applicant_id: row.applicant_id,
		related: relatedIn(row.related),
		approvals: Approvals.parse(JSON.parse(row.approvals)),
		unpay_asked: Asked.parse(JSON.parse(row.unpay_asked)),
		hasSecretary: row.has_secretary === 1 || row.state === "pending_secretary",
		concurrent: inForceOn(row.concurrent, dateInTaipei(at)),
		stoodIn: z.array(z.string()).parse(JSON.parse(row.stood_in)),
	};
	return { ...standing, isStranded: isStranded(standing, holders) };
}
