import { createStore } from './store.ts'

/** How many drafts of this page wait to be saved. */
export const drafts = createStore(0)
