import type { DuesStanding } from "#domain/people/members/codes.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import type { StatusNow } from "#domain/people/members/rules.ts";
import type { VNode } from "#ui/html.ts";
import { type Status, status } from "#ui/status.ts";

const LOOKS: Record<StatusNow, Omit<Status, "word">> = {
	applied: { tone: "info", icon: "clock" },
	awaiting_payment: { tone: "info", icon: "coins" },
	active: { tone: "ok" },
	grace: { tone: "warn" },
	lapsed: { tone: "danger" },
	suspended: { tone: "danger", icon: "no" },
	declined: { icon: "no" },
	withdrawn: { icon: "undo" },
	resigned: { icon: "minus" },
	expelled: { icon: "no" },
	deceased: { icon: "minus" },
	contact: { icon: "users" },
};

/** Draws 狀態 of a membership: colour, word and icon. */
export const memberStatus = (now: StatusNow): VNode => status({ word: MEMBER_STATUS_LABELS[now], ...LOOKS[now] });

/** The options of the list's filter 會費. */
export const DUES_STANDING_LABELS: Record<DuesStanding, string> = {
	owing: "本年未繳",
	paid: "本年已繳",
	owing_two: "欠兩年以上",
};
