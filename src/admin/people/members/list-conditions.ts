import * as z from "zod";
import { DISABILITY_STATUSES, DUES_STANDINGS, IDENTITY_TYPES } from "#domain/people/members/codes.ts";
import { DISABILITY_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { CITIES } from "#domain/people/members/places.ts";
import { IDENTITY_TYPE_LABELS, STATUSES_NOW } from "#domain/people/members/rules.ts";
import { TypeCode } from "#domain/people/membership-types/form.ts";
import { asked } from "#kernel/query.ts";
import { choice, oneOf, RecordId, tab, words } from "#kits/list/conditions.ts";
import { DUES_STANDING_LABELS } from "./list-words.ts";

/** The conditions of the members' list by the names of their query parameters. A segment keeps some of them. */
export const MEMBER_CONDITIONS = {
	q: words("姓名、編號、電話、電子郵件"),
	status: choice("狀態", [STATUSES_NOW, MEMBER_STATUS_LABELS]),
	type: oneOf("會員類別", TypeCode),
	identity: choice("身分", [IDENTITY_TYPES, IDENTITY_TYPE_LABELS]),
	disability: choice("身障證明", [[...DISABILITY_STATUSES, "expired"], DISABILITY_LABELS]),
	dues: choice("會費", [DUES_STANDINGS, DUES_STANDING_LABELS]),
	city: choice("縣市", [CITIES, (city) => city]),
	group: oneOf("群組", RecordId),
	/** Whether a list that looks its members up counts them all. */
	counts: tab(asked(z.enum(["1"]))),
	notes: choice("備忘錄", [["yes", "no"], { yes: "有備忘錄", no: "沒有備忘錄" }]),
};
