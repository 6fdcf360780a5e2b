import { among, GIVERS, movesAll, personal } from "#db/personal-data.ts";
import { DONOR_KIND_LABELS, NAMING_LABELS } from "#domain/money/donors/form.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { eraseDonors } from "./donor-erasures.ts";

const DONOR = `SELECT kind, name, seal_id, person_key, national_id, email, phone, address, naming, public_name, note, created_at
	FROM donors`;

export const donors = personal({
	copy: {
		donor: {
			place: 140,
			title: "捐款人資料",
			fields: [
				code("kind", "種類", DONOR_KIND_LABELS),
				text("name", "姓名或名稱"),
				text("national_id", "身分證字號或統一編號"),
				text("email", "電子郵件"),
				text("phone", "電話"),
				text("address", "地址"),
				code("naming", "捐款徵信刊登", NAMING_LABELS),
				text("public_name", "捐款徵信刊登的名稱"),
				text("note", "備註"),
				time("created_at", "建檔時間"),
			],
			rows: `${DONOR} WHERE member_id IN (SELECT id FROM own) ORDER BY id`,
			ofDonor: `${DONOR} WHERE id = ? AND pseudonymised_at IS NULL AND member_id IS NULL`,
		},
	},
	inCopy: {
		"donors.member_id": "donor",
	},
	erased: {
		donors: "name, number, contacts, note, and that they may be thanked by name; what they gave stays: the books",
	},
	erases: [
		{
			place: 130,
			run: ({ id, at }) => [
				...eraseDonors(among(id, "SELECT n.id FROM donors n WHERE n.member_id IN (SELECT id FROM own)"), at),
			],
		},
	],
	merges: [movesAll(120, ["donors", "member_id"])],
	freeText: {
		donors: { where: `t.id NOT IN ${GIVERS}` },
	},
	noFreeText: {
		donors: {
			columns: "seal_id person_key national_id national_id_hash national_id_mask name_folded",
			why: "sealed, or made of what is; of another donor their own",
		},
	},
});
