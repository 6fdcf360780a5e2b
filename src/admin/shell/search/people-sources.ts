import { memberJobsFor } from "#admin/jobs.ts";
import { memberStatus } from "#admin/people/index.ts";
import { STATUS_WORDS, userStatus } from "#admin/system/index.ts";
import { memberHits } from "#db/people/index.ts";
import { userHits } from "#db/shell/staff-search.ts";
import { MEMBER_STATUS_LABELS, memberStatusNow, searchWords } from "#domain/people/index.ts";
import { piecesOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { phoneWords } from "#ui/phone.ts";
import { looking, lookingFor, NOTHING, offsetOf, type Source } from "./source.ts";

export const users: Source["look"] = (wanted) => {
	const { q } = wanted;
	return lookingFor({ parts: searchWords(q), wanted }, userHits, ({ id, name, email, phone, status: code }) => ({
		label: piecesOf(name, q),
		sub: piecesOf([email, phone && phoneWords(phone)].filter(Boolean).join("　"), q),
		href: paths.admin.users.show(id),
		state: code === "active" ? undefined : { word: STATUS_WORDS[code], badge: userStatus(code) },
	}));
};

export const members: Source["look"] = (wanted) => {
	const { q, limit } = wanted;
	const words = searchWords(q);
	if (words.length === 0) return NOTHING;
	const jobs = memberJobsFor(wanted.who);
	return looking("DB", memberHits(words, { limit, offset: offsetOf(wanted) }), (member) => {
		const { id, member_no, name, phone, email } = member;
		const now = memberStatusNow(member, dateInTaipei(wanted.at));
		return {
			label: piecesOf(name, q),
			sub: piecesOf([member_no, phone === null ? email : phoneWords(phone)].filter(Boolean).join("　"), q),
			href: paths.admin.members.show(id),
			memberId: id,
			acts: jobs.map(({ label, ofMember }) => ({ label, href: ofMember(id) })),
			state: now === "active" ? undefined : { word: MEMBER_STATUS_LABELS[now], badge: memberStatus(now) },
		};
	});
};
