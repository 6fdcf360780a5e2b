/** 0912 345 678, as it is read aloud; any other number as it is. */
export const phoneWords = (phone: string): string => phone.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3");
