export const maxRules = 500
export const maxKeys = 50
