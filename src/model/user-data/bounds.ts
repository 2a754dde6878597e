/** Most entries of a list that a user writes. */
export const maxRules = 500
/** The same where each entry is one of a few words. */
export const maxKeys = 50
