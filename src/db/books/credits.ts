/** 溢繳款 of one member (SQL of the id) that is left, by THE sum of it (the view member_credits of 0028). */
export const creditLeft = (member: string): string =>
	`coalesce((SELECT credit FROM member_credits WHERE member_id = ${member}), 0)`;
