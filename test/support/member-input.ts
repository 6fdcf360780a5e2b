import type { MemberInput } from "#domain/people/members/fields.ts";
import { BLANK_MEMBER } from "../../scripts/demo/blank-member.ts";

/** A member with a name and nothing else that need be said. */
export const input = (given: Partial<MemberInput> = {}): MemberInput => ({ ...BLANK_MEMBER, name: "陳怡君", ...given });
