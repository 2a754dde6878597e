import { pageNames } from '../../src/http/pages/web-pages.ts'

/** Pages of a household; the operator's is not one of them. */
export const householdPages = pageNames.filter((name) => name !== 'operator')
