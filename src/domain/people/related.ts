import * as z from "zod";

const Users = z.array(z.int());

/** Reads the ids of the users related to a record from the JSON that the database returns. */
export const relatedIn = (json: string): number[] => Users.parse(JSON.parse(json));

/** Whether the user belongs to the family of a record, whose users `related` lists as JSON. */
export const isFamily = ({ related }: { related: string }, { userId }: { userId: number }): boolean =>
	relatedIn(related).includes(userId);
