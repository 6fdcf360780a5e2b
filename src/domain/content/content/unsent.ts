/** What stands in a text for a picture while it is sent: a picture that has no address yet. */

/** Returns the mark of a picture's upload; brackets in the name are escaped already. */
export const uploadMark = (name: string, count: number): string => `![上傳中：${name} #${count}]()`;

const MARK = /!\[上傳中：((?:\\.|[^\\[\]\n])*) #\d+\]\(\)/g;

/** Returns the names in the marks of a text, as they are written there. */
export const unsentIn = (text: string): string[] => [...text.matchAll(MARK)].map(([, name = ""]) => name);
