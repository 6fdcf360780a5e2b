/** A field of a section: its name, its label, and how its value is written; `words` are the words of its codes. */
export type Field = { name: string; label: string; as?: "time" | "yes"; words?: Record<string, string> };

export const text = (name: string, label: string): Field => ({ name, label });
export const time = (name: string, label: string): Field => ({ name, label, as: "time" });
export const code = (name: string, label: string, words: Record<string, string>): Field => ({ name, label, words });
export const yes = (name: string, label: string): Field => ({ name, label, as: "yes" });

/** A section of a copy of a person's data: its title, and the fields of its rows that the copy shows. */
export type Section = { readonly title: string; readonly fields: readonly Field[] };
