/** Times that plays are counted for, each made of those before it; the numbers are stored. */
export const levels = { day: 0, month: 1, year: 2, whole: 3 } as const

export type Level = (typeof levels)[keyof typeof levels]
