import { createStore } from './store.ts'

/** False while the browser keeps the page for going back: what it holds open then counts against the few connections of all pages. */
export const pageShown = createStore(true)

window.addEventListener('pagehide', () => pageShown.set(false))
window.addEventListener('pageshow', () => pageShown.set(true))
