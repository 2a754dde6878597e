/** Most entries of a list that a user writes. */
export const maxRules = 500
export const maxKeys = 50
