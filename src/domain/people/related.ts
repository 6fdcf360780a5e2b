import * as z from "zod";

const Users = z.array(z.int());

/** The users who have to do with a record, as the database lists them (JSON). */
export const relatedIn = (json: string): number[] => Users.parse(JSON.parse(json));

/** Whether somebody is of that family: who looks, and what the database lists. */
export const isFamily = ({ related }: { related: string }, { userId }: { userId: number }): boolean =>
	relatedIn(related).includes(userId);
