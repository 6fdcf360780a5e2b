import { commit, type Db } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import * as stored from "#db/people/representatives.ts";
import { refuseFamily } from "#db/system/index.ts";
import { auditMember } from "#domain/people/members/actions.ts";
import type { By } from "#kernel/by.ts";
import type { Naming, OrganisationForm, RepresentativeEdit } from "./form.ts";

/*
 * The log says of which organisation and which days, never the name of who is no member: nothing would erase it there.
 * Each action refuses `member.own` for an organisation of the acting user's family.
 */

/**
 * Names a representative of an organisation, once per form `key`. Refuses `representative.full`, `representative.twice`,
 * `representative.no_person` and `member.not_organisation`.
 */
export const nameRepresentative = (
	db: Db,
	{ organisationId, input, key, by }: { organisationId: number; input: Naming; key: string; by: By },
): Promise<unknown> => {
	const { from_on, until_on, member_no } = input;
	return commitOnce(db, { key, at: by.at, checks: [stored.refuseNobody(input)] }, [
		stored.insertRepresentative(organisationId, input, by),
		refuseFamily([organisationId], by),
		...auditMember(db, organisationId, {
			...by,
			action: "representative.name",
			changes: { from_on, until_on, is_member: member_no !== null },
		}),
	]);
};

type One = Pick<stored.RepresentativeRow, "id" | "organisation_id">;
/** Changes the days or the name of a representative. Refuses what `nameRepresentative` refuses, and `representative.stale`. */
export const editRepresentative = (
	db: Db,
	{ id, organisation_id }: One,
	{ input, by }: { input: RepresentativeEdit; by: By },
): Promise<void> =>
	commit(db, [
		...stored.updateRepresentative(id, input, by),
		refuseFamily([organisation_id], by),
		...auditMember(db, organisation_id, {
			...by,
			action: "representative.edit",
			changes: { from_on: input.from_on, until_on: input.until_on },
		}),
	]);

/** Deletes a representative that was named by mistake, or who asked that nothing of them is kept. */
export const removeRepresentative = (
	db: Db,
	{ id, organisation_id }: One,
	{ version, by }: { version: number; by: By },
): Promise<void> =>
	commit(db, [
		...stored.deleteRepresentative(id, version),
		refuseFamily([organisation_id], by),
		...auditMember(db, organisation_id, { ...by, action: "representative.remove" }),
	]);

/**
 * Changes the 統一編號 and the number of representatives of an organisation. Refuses `organisation.tax_id_taken`,
 * `representative.full` (more are named already), `member.not_organisation` and `member.stale`.
 */
export const editOrganisation = (
	db: Db,
	id: number,
	{ input, by }: { input: OrganisationForm; by: By },
): Promise<void> =>
	commit(db, [
		...stored.updateOrganisation(id, input, by),
		refuseFamily([id], by),
		...auditMember(db, id, {
			...by,
			action: "organisation.edit",
			changes: { tax_id: input.tax_id, seats: input.seats },
		}),
	]);
